import { expect, it } from 'vitest';
import { bare, made, momentsOf, NAMES, roomOf, toldTwice, watched } from '$lib/tests/heard.ts';
import type { Told } from '$lib/wire.ts';
import { doneToMe, sinceMyTurn, storedLast } from './done.ts';
import { promptOf } from './sentence.ts';

const GAME = 'kings_keys';
const nothing = { victim: null, coins: [], named: [], word: null, card: null };
const turns = momentsOf(GAME).filter(({ view }) => view.cells.phase === 'turn');

it('at each turn of a real match the slip says every raid on oneself since one’s last turn, and no older one', () => {
  let told = 0;
  for (const moment of turns) {
    const started = moment.story.flatMap(({ event, seat }, i) => (event === 'started' && seat === 0 ? [i] : []));
    const since = moment.story.slice(started.at(-2) ?? 0);
    const raids = since.filter(({ event, victim }) => event === 'robbed' && victim === 0);
    const said = bare(doneToMe(roomOf(GAME, moment)));
    for (const raid of raids) {
      const parts = moment.story.slice(moment.story.indexOf(raid) + 1);
      const end = parts.findIndex(({ event }) => event === 'started');
      const told = parts.slice(0, end).filter(({ event }) => ['took', 'named', 'left'].includes(event));
      expect(told.filter(({ event }) => event !== 'left')).toHaveLength(raid.count as number);
      for (const { card } of told) expect(said).toContain(bare(roomOf(GAME, moment).words(`values.card.${card as string}`)));
      expect(said).toMatch(new RegExp(`${NAMES[raid.seat!]} [^;]* from your ${raid.zone} \\([^;]* (is|are) yours now\\)`));
    }
    if (!since.some(({ victim }) => victim === 0)) expect(said).toBe('');
    const { title, last } = promptOf(roomOf(GAME, moment), nothing as never, false, { size: {}, known: {} });
    expect(title).toBe('Your turn: draw a card');
    if (said) expect(bare(last)).toBe(said);
    const drawn = { ...moment, view: { ...moment.view, cells: { ...moment.view.cells, phase: 'playing' } } } as typeof moment;
    expect(bare(promptOf(roomOf(GAME, drawn), nothing as never, false, { size: {}, known: {} }).last)).toBe(said);
    told += raids.length;
  }
  expect(turns.length).toBeGreaterThan(5);
  expect(told).toBe(turns.at(-1)!.story.filter(({ event, victim }) => event === 'robbed' && victim === 0).length);
  expect(told).toBeGreaterThan(1);
});

it('says raid by raid, in one breath, in each language', () => {
  const robbed = (seat: number, zone: string, count: number) => ({ event: 'robbed', seat, card: 'SA3', zone, victim: 0, count });
  const story = made(
    GAME,
    { event: 'started', seat: 0, round: 1 },
    { event: 'drew', seat: 0, card: 'SA1' },
    { event: 'started', seat: 1, round: 1 },
    robbed(1, 'hand', 2),
    { event: 'took', seat: 1, zone: 'hand', victim: 0, card: 'OC1' },
    { event: 'took', seat: 1, zone: 'hand', victim: 0, card: 'OK3' },
    { event: 'left', seat: 1, card: 'SA3', zone: 'hand', victim: 0 },
    { event: 'started', seat: 2, round: 1 },
    robbed(2, 'vault', 3),
    { event: 'started', seat: 3, round: 1 },
    { event: 'bought_back', seat: 3, card: 'FH2', victim: 0 },
    { event: 'started', seat: 0, round: 2 },
  );
  const at = (language?: string) => bare(doneToMe(roomOf(GAME, { ...turns[0]!, story }, language)));
  expect(at()).toBe(
    'Bo took Ocean coin 1 and Ocean key 3 from your hand (Sun axe 3 is yours now); Cleo 3 from your vault. ' +
      'Dee takes Forest shield 2 back from you.',
  );
  for (const language of ['de', 'fr', 'es', 'it', 'nl'])
    expect(at(language)).toMatch(/^Bo [^{}]* 1 [^{}]* 3 [^{}]*\([^{}]*3[^{}]*\); Cleo 3 [^{}]*$/);
  expect(sinceMyTurn({ story: story.slice(0, 8), seat: 0 })[0]).toBe(story[1]);
  // More than four are counted: the slip would hide one's own cards.
  const took = ['SC1', 'SC2', 'SC4'].map((card) => ({ event: 'took', seat: 2, zone: 'vault', victim: 0, card }));
  story.splice(9, 0, ...made(GAME, ...took));
  expect(at()).toMatch(/^Bo took 2 from your hand \(Sun axe 3 is yours now\); Cleo 3 from your vault\. Dee /);
});

it('before one draws, the slip says how many more lie stored with whoever played before, by what everybody sees', () => {
  let said = 0;
  let same = 0;
  for (const moment of turns) {
    const room = roomOf(GAME, moment);
    const started = moment.story.flatMap(({ event }, i) => (event === 'started' ? [i] : []));
    const stored = moment.story.slice(started.at(-2), started.at(-1)).filter(({ event }) => event === 'stored');
    const seat = stored[0]?.seat;
    if (seat == null || moment.story.at(-1)?.event !== 'started') continue;
    const beside = ({ view: { cells } }: typeof moment, who: number): number =>
      (cells.size as number[])[7 + who]! + (cells.size as number[])[11 + who]!;
    const all = beside(moment, seat);
    expect(stored).toHaveLength(all);
    const line = bare(storedLast(room));
    // What lay there when this seat was last asked, and what was seen to come and go before those were stored.
    const then = turns[turns.indexOf(moment) - 1]!;
    const since = moment.story.slice(then.story.length, started.at(-1));
    const moved = since.some(
      ({ event, seat: who, victim, zone }) =>
        event === 'delivered' || (zone !== 'hand' && (victim === seat || (who === seat && ['played', 'paid'].includes(event)))),
    );
    if (!moved) {
      const more = all - beside(then, seat);
      expect(line).toBe(more > 0 ? `${NAMES[seat]} stores ${more === 1 ? 'one' : more} more, ${all} in all` : '');
      same += 1;
    }
    if (line && !doneToMe(room))
      expect(bare(promptOf(room, nothing as never, false, { size: {}, known: {} }).last)).toContain(line);
    said += Number(line !== '');
  }
  expect(said).toBeGreaterThan(0);
  expect(same).toBeGreaterThan(0);
});

it('cards that are laid out anew are no more than before', () => {
  const stored = (seat: number, count: number): Told[] =>
    Array.from({ length: count }, () => ({ event: 'stored', seat, zone: 'vault', card: null }));
  const turn = (seat: number, ...told: Told[]): Told[] => [{ event: 'started', seat, round: 1 }, ...told];
  const say = (...story: Told[]): string =>
    bare(storedLast(roomOf(GAME, { ...turns[0]!, story: made(GAME, { event: 'opened', seat: 1 }, ...story, ...turn(0)) })));
  expect(say(...turn(1, ...stored(1, 8)), ...turn(0), ...turn(1, ...stored(1, 7)))).toBe('');
  expect(say(...turn(1, ...stored(1, 1)), ...turn(0), ...turn(1, ...stored(1, 2)))).toBe('Bo stores one more, 2 in all');
  const robbed = { event: 'robbed', seat: 0, card: 'SK3', zone: 'vault', victim: 1, count: 3 };
  const left = { event: 'left', seat: 0, card: 'SK3', zone: 'vault', victim: 1 };
  expect(say(...turn(1, ...stored(1, 8)), ...turn(0, robbed, left), ...turn(1, ...stored(1, 8)))).toBe(
    'Bo stores 2 more, 8 in all',
  );
});

it('on a television the slip says nothing of what is told above the table', () => {
  for (const { room, above } of watched(GAME)) {
    const { title, help, last } = promptOf(room, nothing as never, false, { size: {}, known: {} });
    expect(toldTwice([title, help, last], above)).toEqual([]);
  }
});
