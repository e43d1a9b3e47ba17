/* Toy's own table: everybody's cards as far as one knows them, and one's own to press. No build, no library. */

const element = (name, className = '', text = '') => Object.assign(document.createElement(name), { className, textContent: text });

export default {
  mount(place, room) {
    const style = Object.assign(element('link'), { rel: 'stylesheet', href: new URL('table.css', import.meta.url).href });
    const prompt = element('parlour-slip', 'toy-prompt');
    const seats = element('div', 'toy-seats');
    place.append(style, prompt, seats);

    function card(seat, slot, cells) {
      const value = cells.card[seat][slot];
      const action = room.view.legal.find(({ slot: at }) => seat === room.seat && at === slot + 1);
      const drawn = element('parlour-card', cells.played[seat][slot] ? 'open' : '');
      drawn.label = String(value ?? '?');
      if (value !== null) drawn.face = String(value);
      if (action) {
        drawn.press = true;
        drawn.disabled = room.waiting || !room.online;
        drawn.label = `${room.label(action)}: ${value}`;
        drawn.onclick = () => room.play(action);
      }
      return drawn;
    }

    function hand(seat) {
      const row = element('section', 'toy-hand');
      row.setAttribute('aria-label', room.name(seat));
      row.append(element('h2', '', room.words('table.hand', { name: room.name(seat), points: room.view.scores[seat] })));
      for (let slot = 0; slot < 3; slot++) row.append(card(seat, slot, room.view.cells));
      return row;
    }

    return {
      // Called at first, and whenever something it read of the room has changed.
      update() {
        const mine = room.seat !== null && room.view.asked.includes(room.seat);
        prompt.mine = mine;
        prompt.heading = room.words(mine ? 'table.choose' : 'table.wait');
        seats.replaceChildren(...Array.from({ length: room.view.players }, (_, seat) => hand(seat)));
      },
      destroy() {
        place.replaceChildren();
      },
    };
  },
  sub: (view, words) => words('table.round', { round: Math.min(view.cells.turn + 1, view.cells.rounds) }),
};
