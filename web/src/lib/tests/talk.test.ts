import { render, cleanup } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import Aloud from '../talk/Aloud.svelte';
import { keep } from '../store.ts';
import { Talk } from '../talk/talk.svelte.ts';
import type { Line } from '../wire.ts';
import { personWith } from '../table/blank.ts';

const WORD = 'maple-otter-17';
const line = (number: number, person: number, text: string): Line =>
  ({ number, person, name: 'Loud', avatar: 'owl', text, phrase: null, at: 0 }) as unknown as Line;

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('what is read aloud', () => {
  it('changes as often as it is said, the same words too', async () => {
    const talk = new Talk(WORD);
    const { container } = render(Aloud, { aloud: talk.aloud, of: 'said' });
    const told: string[] = [];
    const region = container.querySelector('[data-said]')!;
    const watcher = new MutationObserver((changes) =>
      changes.flatMap(({ addedNodes }) => [...addedNodes]).forEach((node) => node.textContent && told.push(node.textContent)),
    );
    watcher.observe(region, { childList: true, subtree: true });
    for (const number of [1, 2, 3]) {
      talk.take({ type: 'said', line: line(number, 4, 'Hm.') }, 0);
      await tick();
    }
    await Promise.resolve();
    watcher.disconnect();
    expect(told.length).toBe(3);
    expect(new Set(told).size).toBe(1);
    expect(region.getAttribute('aria-live')).toBe('polite');
  });
});

describe('whom this device does not hear', () => {
  const person = (number: number, name: string) => personWith({ person: number, name, avatar: 'owl', bot: null, seat: null });

  it('stays so when that person gets up and sits down again, and under another name', () => {
    const talk = new Talk(WORD);
    talk.mute(4, 'Loud', true);
    talk.meet([person(0, 'Ada'), person(4, 'Louder')], 0);
    talk.meet([person(0, 'Ada')], 0);
    talk.meet([person(0, 'Ada'), person(5, 'Louder')], 0);
    expect([talk.hears(5), talk.hears(0)]).toEqual([false, true]);
    expect(new Talk(WORD).hears(5)).toBe(false);
    talk.mute(5, 'Louder', false);
    talk.meet([person(5, 'Louder')], 0);
    expect([talk.hears(5), new Talk(WORD).hears(5)]).toEqual([true, true]);
  });

  it('is never the person whose page it is, and is known from what an older page kept', () => {
    keep('muted', [[WORD, [4]]]);
    const talk = new Talk(WORD);
    expect(talk.hears(4)).toBe(false);
    talk.meet([person(4, 'Loud')], 0);
    talk.meet([person(6, 'Loud')], 6);
    expect(talk.hears(6)).toBe(true);
  });
});
