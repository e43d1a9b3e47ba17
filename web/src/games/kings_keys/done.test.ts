import { expect, it } from 'vitest';
import { bare, made, momentsOf, NAMES, roomOf } from '$lib/tests/heard.ts';
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
    for (const raid of raids)
      expect(said).toMatch(new RegExp(`${NAMES[raid.seat!]} (took )?${raid.count} from your ${raid.zone}`));
    if (!since.some(({ victim }) => victim === 0)) expect(said).toBe('');
    const { title, last } = promptOf(roomOf(GAME, moment), nothing as never, false, { size: {}, known: {} });
    expect(title).toBe('Your turn: draw a card');
    if (said) expect(bare(last)).toBe(said);
    told += raids.length;
  }
  expect(turns.length).toBeGreaterThan(5);
  expect(told).toBe(turns.at(-1)!.story.filter(({ event, victim }) => event === 'robbed' && victim === 0).length);
  expect(told).toBeGreaterThan(1);
});

it('says raid by raid, in one breath, in each language', () => {
  const robbed = (seat: number, zone: string) => ({ event: 'robbed', seat, card: 'SA3', zone, victim: 0, count: 3 });
  const story = made(
    GAME,
    { event: 'started', seat: 0, round: 1 },
    { event: 'drew', seat: 0, card: 'SA1' },
    { event: 'started', seat: 1, round: 1 },
    robbed(1, 'hand'),
    { event: 'took', seat: 1, zone: 'hand', victim: 0, card: 'OC1' },
    { event: 'left', seat: 1, card: 'SA3', zone: 'hand', victim: 0 },
    { event: 'started', seat: 2, round: 1 },
    robbed(2, 'vault'),
    { event: 'started', seat: 3, round: 1 },
    { event: 'bought_back', seat: 3, card: 'FH2', victim: 0 },
    { event: 'started', seat: 0, round: 2 },
  );
  const at = (language?: string) => bare(doneToMe(roomOf(GAME, { ...turns[0]!, story }, language)));
  expect(at()).toBe('Bo took 3 from your hand, Cleo 3 from your vault. Dee takes Forest shield 2 back from you.');
  expect(at('de')).toBe('Bo nahm 3 aus deiner Hand, Cleo 3 aus deinem Tresor. Dee nimmt von dir zurück: Waldschild 2.');
  expect(at('es')).toContain('Bo te quitó 3 de la mano, Cleo 3 del cofre.');
  expect(sinceMyTurn({ story: story.slice(0, 8), seat: 0 })[0]).toBe(story[1]);
});

it('before one draws, the slip says what whoever played before stored, with how many lie there in all', () => {
  let said = 0;
  for (const moment of turns) {
    const room = roomOf(GAME, moment);
    const started = moment.story.flatMap(({ event }, i) => (event === 'started' ? [i] : []));
    const stored = moment.story.slice(started.at(-2), started.at(-1)).filter(({ event }) => event === 'stored');
    const line = bare(storedLast(room));
    if (!stored.length || moment.story.at(-1)?.event !== 'started') continue;
    const seat = stored[0]!.seat!;
    const size = moment.view.cells['size'] as number[];
    expect(line).toMatch(new RegExp(`^${NAMES[seat]} stores (one|${stored.length}) more, \\d+ in all$`));
    const all = Number(/(\d+) in all/.exec(line)![1]);
    expect(all).toBeGreaterThanOrEqual(stored.length);
    expect(all).toBeLessThanOrEqual(size.reduce((sum, n) => sum + n, 0));
    if (!doneToMe(room)) expect(bare(promptOf(room, nothing as never, false, { size: {}, known: {} }).last)).toContain(line);
    said += 1;
  }
  expect(said).toBeGreaterThan(0);
});
