import { render } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { befell, guide, guidedAt, hinted, hintedAt } from '../play/guided.ts';
import { pressedBy } from '../play/keys.ts';
import KeysSheet from '../play/KeysSheet.svelte';
import { settings } from '../settings/settings.svelte.ts';

it('a hint is read once a kind, and anew when hints are asked for again', () => {
  guide('skyjo', 'on');
  hinted('skyjo', 'turn');
  hinted('skyjo', 'turn');
  hinted('skyjo', 'cleared');
  expect([hintedAt('skyjo'), hintedAt('keys')]).toEqual([['turn', 'cleared'], []]);
  guide('skyjo', 'done');
  expect([guidedAt('skyjo'), hintedAt('skyjo')]).toEqual(['done', ['turn', 'cleared']]);
  guide('skyjo', 'on');
  expect(hintedAt('skyjo')).toEqual([]);
});

it('what befalls oneself has a word: the last of it, and nothing of the others', () => {
  const events = [
    { event: 'robbed', seat: 0, victim: 1, zone: 'hand', card: 'A', count: 1 },
    { event: 'robbed', seat: 2, victim: 0, zone: 'vault', card: 'A', count: 1 },
  ];
  expect(befell(events, 1, ['robbed'])).toBe('robbed');
  expect(befell(events, 2, ['robbed'])).toBe(null);
  expect(befell(events, 1, [])).toBe(null);
});

it('single keys press what is lit: never while somebody writes, holds another key or has a sheet open', () => {
  document.body.innerHTML =
    '<input id="name" /><div id="table"><button id="pile"></button><button class="c" aria-disabled="true"></button>' +
    '<button class="c" id="second"></button><button class="btn go" id="go"></button></div>';
  const table = document.querySelector<HTMLElement>('#table')!;
  for (const one of table.querySelectorAll('button')) one.checkVisibility = () => true;
  const press = (key: string, target: Element = document.body, more: KeyboardEventInit = {}): string | undefined => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, ...more });
    let found: string | undefined;
    target.addEventListener('keydown', (it) => (found = pressedBy(it as KeyboardEvent, table, KEYS)?.id), { once: true });
    target.dispatchEvent(event);
    return found;
  };
  const KEYS = { draw: '#pile', pick: '.c' };
  expect([press('d'), press('D'), press('1'), press('2'), press(' '), press('t')]).toEqual([
    ...['pile', 'pile', 'second', undefined, 'go', undefined],
  ]);
  expect(press('d', document.querySelector('#name')!)).toBeUndefined();
  expect(press('d', document.body, { ctrlKey: true })).toBeUndefined();
  expect(press(' ', document.querySelector('#pile')!), 'what has the focus is pressed by itself').toBeUndefined();
});

it('the sheet of keys names those of the game, and puts them out of use', () => {
  const shown = render(KeysSheet, { keys: { draw: '#pile', pick: '.c' } });
  expect(shown.getAllByRole('term').map((one) => one.textContent)).toContain('D');
  expect(shown.getAllByRole('term').map((one) => one.textContent)).not.toContain('T');
  shown.getByRole('switch').click();
  expect(settings.keys).toBe(false);
});
