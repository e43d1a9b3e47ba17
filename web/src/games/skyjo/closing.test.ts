import { expect, it } from 'vitest';
import { bare, momentsOf, roomOf } from '$lib/tests/heard.ts';
import { endsRound, lastHidden, riskInWords } from './closing.ts';
import { promptOf } from './prompt.ts';
import { lying } from './scene.svelte.ts';

const GAME = 'skyjo';
const moments = momentsOf(GAME);

it('in a real match the presses that are asked about twice are those that end the round, and no others', () => {
  let ended = 0;
  moments.slice(0, -1).forEach((moment, i) => {
    const next = moments[i + 1]!;
    const told = next.story.slice(moment.story.length);
    const done = told.find(({ event, seat }) => seat === 0 && ['swapped', 'turned', 'took'].includes(event));
    if (!done || moment.view.cells.ender !== null) return;
    const word = { swapped: 'swap', turned: 'turn', took: 'take' }[done.event]!;
    const action = { do: word, slot: done['slot'] as number };
    const ends = told.find(({ event, seat }) => event === 'out' && seat === 0);
    // Three alike may take the last hidden card away: nobody can know that before.
    if (!told.slice(0, 3).some(({ event }) => event === 'cleared'))
      expect(endsRound(roomOf(GAME, moment), lying(moment.view), action), JSON.stringify(done)).toBe(ends !== undefined);
    if (ends) ended += 1;
  });
  expect(ended).toBeGreaterThan(0);
});

it('says the doubling, who shows least and what they hide, with figures of the table', () => {
  const asked = moments.filter((moment) => lastHidden(roomOf(GAME, moment), lying(moment.view)));
  expect(asked.length).toBeGreaterThan(0);
  for (const moment of asked) {
    const now = lying(moment.view);
    const shown = now.grid.map((cards) => cards.reduce<number>((sum, face) => sum + (typeof face === 'number' ? face : 0), 0));
    const least = Math.min(...shown.slice(1, moment.view.players));
    const said = bare(riskInWords(roomOf(GAME, moment), now));
    expect(said).toMatch(/^If you are not alone the lowest, your points count twice\. (Bo|Cleo) shows /);
    expect(said).toContain(`shows ${least < 0 ? `\u2212${-least}` : least},`);
    const free = { ...moment, view: { ...moment.view, cells: { ...moment.view.cells, doubling: 'off' } } };
    expect(riskInWords(roomOf(GAME, free), now)).not.toContain('twice');
  }
});

it('the aim of the first round says the doubling, where it is played', () => {
  const first = moments[0]!;
  const help = (doubling: string): string => {
    const moment = { ...first, view: { ...first.view, cells: { ...first.view.cells, doubling } } };
    return promptOf(roomOf(GAME, moment), lying(first.view), null).help;
  };
  expect(help('printed')).toContain('count double');
  expect(help('off')).not.toContain('double');
});
