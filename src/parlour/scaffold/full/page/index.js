/* Scaffold's own table: everybody's card as far as one knows it, and one's own choices. No build, no library. */

const element = (name, given = {}, ...inside) => {
  const made = Object.assign(document.createElement(name), given);
  made.append(...inside);
  return made;
};

export default {
  mount(place, room) {
    const slip = element('parlour-slip'); // the pieces of Parlour's own tables: see "The pieces" in its documentation
    const seats = element('div', { className: 'own-seats' });
    const choices = element('p', { className: 'own-choices' });
    place.classList.add('own-table');
    place.append(element('link', { rel: 'stylesheet', href: new URL('table.css', import.meta.url).href }), slip, seats, choices);

    function hand(seat) {
      const value = room.view.cells.card[seat];
      const sub = room.words('table.points', { points: room.view.scores[seat] });
      const plate = element('parlour-seat', { person: room.at(seat), sub, turn: room.view.asked.includes(seat) });
      const card = element('parlour-card', { gone: value === 0, label: String(value || '?') });
      if (value) card.face = String(value);
      const row = element('section', { className: 'own-hand' }, plate, card);
      row.setAttribute('aria-label', room.name(seat));
      return row;
    }

    function choice(action) {
      const disabled = room.waiting || !room.online;
      return element('button', { className: 'btn', disabled, onclick: () => room.play(action) }, room.label(action));
    }

    return {
      // Called at first, and whenever something it read of the room has changed.
      update() {
        slip.mine = room.seat !== null && room.view.asked.includes(room.seat);
        slip.heading = room.words(slip.mine ? 'table.choose' : 'table.wait');
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
