import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { SampleRoom } from '$lib/table/sample-room.svelte.ts';
import { GameWords } from '$lib/words.svelte.ts';
import words from '../../../../src/parlour/games/keskife/words.en.json';
import type { Room } from '$lib/game.ts';
import { bare, toldTwice, watched } from '$lib/tests/heard.ts';
import { end } from './end.ts';
import { modeOf, promptOf } from './prompt.ts';
import page from './index.ts';
import { samples } from './samples.ts';
import type { Shown } from './scene.svelte.ts';
import Table from './Table.svelte';

afterEach(cleanup);

it.each([
  ['watch-camera', 1],
  ['watch', 0],
])('%s: who looks on is told why there are puppets in the place of cameras', (moment, told) => {
  render(Table, { room: new SampleRoom(samples[moment]!, new GameWords(words)) });
  expect(screen.queryAllByText('only the players see the cameras')).toHaveLength(told);
});

it.each([
  [{ scored: 0, won: [0, 0, 0, 0], by_held: 0 }, [0, 0, 0, 0], ''],
  [{ scored: 6, won: [9, 4, 3, 2], by_held: 0 }, [1, 2, 3, 4], '6 rounds are played: the most cards win.'],
  [{ scored: 6, won: [7, 7, 3, 2], by_held: 0 }, [1, 2, 3, 4], 'Cards are even: the Monkey cards among them decide.'],
  [{ scored: 6, won: [7, 7, 3, 2], by_held: 1 }, [2, 1, 3, 4], 'Cards are even: who was monkey more often decides.'],
  [{ scored: 1, won: [2, 2, 0, 0], by_held: 1 }, [1, 1, 3, 4], 'One round is played: the most cards win.'],
])('%o with ranks %o ends so', (cells, ranks, sentence) => {
  const view = { cells: { ...cells, units: 4, players: 4 }, ranks };
  expect(end({ view, words: new GameWords(words).say } as unknown as Room)).toBe(sentence);
});

it('says where bots play', () => {
  expect(new GameWords(words).maybe('table.botless')).toContain('stage');
});

it.each([
  [1, 0],
  [1, 2],
  [2, 2],
])('in round %i, led by seat %i, the first slip says the aim and a later one does not', (round, leader) => {
  const first = samples['ready']!;
  const room = new SampleRoom(
    { ...first, view: { ...first.view, cells: { ...first.view.cells, phase: 'pack', round, leader } } },
    new GameWords(words),
  );
  render(Table, { room });
  expect(screen.queryAllByText(words.aim)).toHaveLength(round === 1 ? 1 : 0);
});

it.each([
  [false, 1],
  [true, 0],
])('the line of an actor is behind a button, unless all others are bots: %s', (bots, behind) => {
  const { view, people, texts } = samples['act-four']!;
  render(Table, {
    room: new SampleRoom(
      {
        view,
        people: people.map((one) => ({ ...one, bot: bots && one.seat !== view.seat ? 'simple' : null })),
        texts: texts ?? {},
      },
      new GameWords(words),
    ),
  });
  expect(screen.queryAllByText('Hold to read')).toHaveLength(behind);
  expect(screen.queryAllByText('Not everybody sees this')).toHaveLength(1 - behind);
});

it('a card that is left open leaves the line open when the acting begins', async () => {
  const { view, people, texts } = samples['ready']!;
  const room = new SampleRoom({ view, people, texts: texts ?? {} }, new GameWords(words));
  const shown = render(Table, { room });
  await fireEvent.click(screen.getByRole('button', { name: 'Keep it open' }));
  const act = samples['act-four']!;
  await shown.rerender({ room: new SampleRoom({ ...act, people, texts: act.texts ?? {} }, new GameWords(words)) });
  const line = screen.getByRole('button', { name: /Your line is open/ });
  await fireEvent.keyDown(line, { key: ' ' });
  await fireEvent.keyUp(line, { key: ' ' });
  expect(screen.getByRole('button', { name: /Hold to read/ })).toBeTruthy();
});

it('a team that was the monkey is plural', () => {
  const { view, people } = samples['act-teams']!;
  const room = new SampleRoom({ view: { ...view, seat: null }, people }, new GameWords(words));
  const told = (monkeys: number[]) => promptOf(room, 'show', { monkeys, fingers: [] } as unknown as Shown).title;
  expect(told([2])).toMatch(/ and .* were the monkey!$/);
  expect(
    promptOf(
      new SampleRoom({ ...samples['act-four']!, view: { ...samples['act-four']!.view, seat: null } }, new GameWords(words)),
      'show',
      { monkeys: [2], fingers: [] } as unknown as Shown,
    ).title,
  ).toMatch(/was the monkey!$/);
});

it('on a television nothing is said below that is told above the stage', () => {
  const all = watched('keskife', page);
  for (const { room, above } of all) {
    const { title, help } = promptOf(room, modeOf(room, null), null);
    expect(toldTwice([title, help], above)).toEqual([]);
  }
  const { room } = all.at(-1)!;
  const shown = { monkeys: [1], fingers: [] } as unknown as Shown;
  const slips = [promptOf(room, 'show', shown), promptOf({ ...room, view: { ...room.view, over: false } }, 'vote', null)];
  for (const event of ['monkey', 'hands_up', 'finger', 'named'].filter((one) => !page.says!.includes(one))) {
    const line = room.tell({ event, seat: 1, at: 2, next: 2 });
    for (const { title, help } of slips) expect(toldTwice([title, help], [bare(line)])).toEqual([]);
  }
});
