import { fireEvent, render, screen, cleanup } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { momentsOf, roomOf } from '$lib/tests/heard.ts';
import type { View } from '$lib/wire.ts';
import { SampleRoom } from '$lib/table/sample-room.svelte.ts';
import { GameWords } from '$lib/words.svelte.ts';
import words from '../../../../src/parlour/games/keskife/words.en.json';
import { copiesOf, funniest } from './laugh.ts';
import { copiedLine } from './laugh-lines.ts';
import { framesOf, Laughing } from './laughing.svelte.ts';
import { samples } from './samples.ts';
import Table from './Table.svelte';

const GAME = 'keskife';
const shows = momentsOf(GAME).filter(({ view }) => ['show', 'naming', 'over'].includes(view.cells['phase'] as string));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('in a real match all that is said to be copied had been told of both before, and of nobody earlier', () => {
  let told = 0;
  for (const moment of shows) {
    // what everybody was told of this round, beat by beat, from the log and not from the cells
    const begun = moment.story.findLastIndex(({ event, number }) => event === 'count_in' && number === 0);
    const beats: Map<number, string>[] = [];
    for (const { event, seat, gesture } of moment.story.slice(begun)) {
      if (event !== 'gesture') continue;
      if (!beats.length || beats.at(-1)!.has(seat!)) beats.push(new Map());
      beats.at(-1)!.set(seat!, gesture as string);
    }
    const ever = new Set(moment.story.slice(begun).flatMap((one) => (one.event === 'gesture' ? [one.seat!] : [])));
    if (beats.some((beat) => beat.size !== ever.size)) continue; // a beat without somebody cannot be told from the next
    const firstOf = (gesture: string): number => beats.findIndex((beat) => [...beat.values()].includes(gesture));
    for (const { seat, of, gesture, beat, late } of copiesOf(moment.view)) {
      told += 1;
      expect(beats.findIndex((one) => one.get(seat) === gesture)).toBe(beat);
      expect(beats[beat - late]!.get(of)).toBe(gesture);
      expect(firstOf(gesture)).toBe(beat - late);
      expect(late).toBeGreaterThan(0);
    }
    for (const pair of funniest(moment.view)) expect(copiedLine(roomOf(GAME, moment), pair)).not.toMatch(/[{}]|undefined/);
  }
  expect(told).toBeGreaterThan(0);
});

const BEATS = 15;
const played = (...list: (string | null)[]) => Array.from({ length: BEATS }, (_, i) => list[i] ?? null);
function round(card: string[], ...gestures: (string | null)[][]): View {
  const { view } = samples['show-four']!;
  return { ...view, cells: { ...view.cells, card, gesture: gestures.map((one) => played(...one)) } };
}

it('who knew and copied a monkey is the funniest, then a monkey, then whoever was latest', () => {
  const view = round(
    ['action', 'action', 'monkey', 'action'],
    ['row', 'row', 'row', 'fly'],
    ['hug', 'hug', 'hug', 'hug', 'row'],
    ['fly', 'row'],
    ['hug', 'hug'],
  );
  expect(funniest(view)).toEqual([
    { seat: 1, of: 0, gesture: 'row', beat: 4, late: 4 },
    { seat: 2, of: 0, gesture: 'row', beat: 1, late: 1 },
    { seat: 0, of: 2, gesture: 'fly', beat: 3, late: 3 },
  ]);
  expect(framesOf(view).map(({ beat }) => beat)).toEqual([0, 1, 2, 3, 4, null, null, null]);
  expect(copiesOf(round(['action', 'monkey', 'action', 'action'], ['row'], ['row'], ['row'], ['row']))).toEqual([]);
});

it('one press skips what is shown, and it is shown again when asked for', async () => {
  vi.useFakeTimers();
  render(Table, { room: new SampleRoom(samples['show']!, new GameWords(words)) });
  await fireEvent.click(screen.getByRole('button', { name: 'The round once more' }));
  expect(screen.getByRole('heading', { name: 'Once more …' })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Skip' }));
  expect(screen.queryByRole('heading', { name: 'Once more …' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Next round' })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'The round once more' }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull();
});

it('where motion is unwelcome the round is not shown by itself', async () => {
  const laughing = new Laughing();
  document.documentElement.dataset['motion'] = 'less';
  await laughing.follow(samples['show']!.view);
  expect(laughing.now).toBeNull();
  delete document.documentElement.dataset['motion'];
  const shown = laughing.follow(samples['show']!.view);
  expect(laughing.now?.beat).toBe(0);
  laughing.skip();
  await shown;
});
