/* Scaffold's own table: everybody's card as far as one knows it, and one's own choices. No build, no library. */

const element = (name, className = '', text = '') => Object.assign(document.createElement(name), { className, textContent: text });

export default {
  mount(place, room) {
    const style = Object.assign(element('link'), { rel: 'stylesheet', href: new URL('table.css', import.meta.url).href });
    const prompt = element('p', 'own-prompt');
    const seats = element('div', 'own-seats');
    const choices = element('p', 'own-choices');
    place.classList.add('own-table');
    place.append(style, prompt, seats, choices);

    function hand(seat) {
      const row = element('section', 'own-hand');
      row.setAttribute('aria-label', room.name(seat));
      const value = room.view.cells.card[seat];
      row.append(element('h2', '', room.words('table.hand', { name: room.name(seat), points: room.view.scores[seat] })));
      row.append(element('span', 'own-card', value === 0 ? '' : (value ?? '?')));
      return row;
    }

    function choice(action) {
      const button = element('button', 'btn', room.label(action));
      button.disabled = room.waiting || !room.online;
      button.onclick = () => room.play(action);
      return button;
    }

    return {
      // Called at first, and whenever something it read of the room has changed.
      update() {
        const mine = room.seat !== null && room.view.asked.includes(room.seat);
        prompt.textContent = room.words(mine ? 'table.choose' : 'table.wait');
        seats.replaceChildren(...Array.from({ length: room.view.players }, (_, seat) => hand(seat)));
        choices.replaceChildren(...room.view.legal.map(choice));
      },
      destroy() {
        place.replaceChildren();
      },
    };
  },
  sub: (view, words) => words('table.round', { round: view.cells.round }),
};
