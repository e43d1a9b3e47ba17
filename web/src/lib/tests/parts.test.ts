import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holds, renew } from '../parts.ts';
import { wordsOf } from '../words.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A house that gives these answers one after another, and the last for ever; null is none. */
function house(...answers: (Response | null)[]) {
  const asked = vi.fn((_path: string) => {
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    return answer ? Promise.resolve(answer.clone()) : Promise.reject(new TypeError('no line'));
  });
  vi.stubGlobal('fetch', asked);
  return asked;
}
const refused = (code: string, status: number) => new Response(JSON.stringify({ code, message: '' }), { status });

it('the page is loaded anew once, when the house answers and not before the page is some seconds old', async () => {
  house(null, new Response('', { status: 503 }), new Response('{}'));
  const reload = vi.fn();
  void renew(reload);
  void renew(reload);
  await vi.advanceTimersByTimeAsync(4_500);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reload).toHaveBeenCalledOnce();
});

it('the page is not loaded anew while something that was pressed waits for the line', async () => {
  house(new Response('{}'));
  let waits = true;
  const held = () => waits;
  holds.add(held);
  const reload = vi.fn();
  void renew(reload);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reload).not.toHaveBeenCalled();
  waits = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reload).toHaveBeenCalledOnce();
  holds.delete(held);
});

it('a game’s words are asked for again while nobody answers or one asks too fast', async () => {
  const asked = house(null, refused('too_fast', 429), new Response(JSON.stringify({ name: 'Le jeu' })));
  const words = wordsOf('toy', 'fr');
  await vi.advanceTimersByTimeAsync(1_600);
  expect((await words).name).toBe('Le jeu');
  expect(asked.mock.calls.map(([path]) => path)).toEqual(Array(3).fill('/api/games/toy/words/fr'));
});

it('a game without a language is told in English', async () => {
  const asked = house(refused('unknown_language', 404), new Response(JSON.stringify({ name: 'The game' })));
  expect((await wordsOf('other', 'fr')).name).toBe('The game');
  expect(asked.mock.calls.map(([path]) => path)).toEqual(['/api/games/other/words/fr', '/api/games/other/words/en']);
});
