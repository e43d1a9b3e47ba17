import { fireEvent, render, screen, cleanup } from '@testing-library/svelte';
import { lexer } from 'marked';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Markdown from '../shell/Markdown.svelte';
import OptionsForm from '../shell/OptionsForm.svelte';
import { shelf } from '../shelf.ts';
import { recall, keep, chairsHeld, keepChair } from '../store.ts';
import { GameWords } from '../words.svelte.ts';
import type { OptionDescription } from '../wire.ts';

afterEach(cleanup);

describe('a rulebook', () => {
  const show = (text: string) => render(Markdown, { props: { tokens: lexer(text), page: null, anchor: (heading: string) => heading } }).container;

  it('is text and known elements; no markup of it reaches the page', () => {
    const page = show('# A\n\n<script>alert(1)</script>\n\nA <img src=x onerror=alert(1)> b **c** [d](javascript:alert(1)) [e](https://x.test)\n');
    expect(page.querySelector('script, img')).toBeNull();
    expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['https://x.test']);
    expect(page.querySelector('b')?.textContent).toBe('c');
  });

  it('writes quotes, lists, tables and signs', () => {
    const page = show('> A & "b" <c>\n\n- one\n- two\n\n1. first\n\n| a | b |\n|---|---|\n| 1 | 2 |\n');
    expect(page.querySelector('aside')?.textContent).toContain('A & "b"');
    expect(page.querySelectorAll('li').length).toBe(3);
    expect(page.querySelector('td')?.textContent).toBe('1');
  });
});

describe('the form of options', () => {
  const options: OptionDescription[] = [
    { name: 'tie', kind: 'choice', values: ['seat', 'random'], default: 'seat' },
    { name: 'end', kind: 'number', low: 50, high: 300, default: 100 },
    { name: 'first', kind: 'seat', values: ['random'], default: 'random' },
    { name: 'extra', kind: 'flags', values: ['a', 'b'], default: ['a'] },
  ];
  const words = new GameWords({ options: { tie: { label: 'Tie', help: 'Who starts', values: { seat: 'By seat', random: 'By lot' } }, end: { label: 'End', help: '' }, first: { label: 'First', help: '' }, extra: { label: 'Extra', help: '' } } });

  it('is made from the descriptions alone', async () => {
    const change = vi.fn();
    const changeClock = vi.fn();
    render(OptionsForm, { options, values: {}, clock: 0, words, people: ['Ada', 'Noor'], change, changeClock });
    await fireEvent.click(screen.getByRole('radio', { name: 'By lot' }));
    await fireEvent.click(screen.getByRole('button', { name: 'End: more' }));
    await fireEvent.change(screen.getByRole('spinbutton', { name: 'End' }), { target: { value: '9999' } });
    await fireEvent.change(screen.getByRole('combobox', { name: 'First' }), { target: { value: '1' } });
    await fireEvent.click(screen.getByRole('checkbox', { name: 'b' }));
    await fireEvent.click(screen.getByRole('radio', { name: '30 s' }));
    expect(change.mock.calls).toEqual([['tie', 'random'], ['end', 110], ['end', 300], ['first', 1], ['extra', ['a', 'b']]]);
    expect(changeClock).toHaveBeenCalledWith(30);
  });
});

describe('the shelf', () => {
  it('has our four boxes, marks those to come, and adds guests', () => {
    const guest = { game: 'toy', version: 1, seats: { low: 2, high: 3 }, options: [], bots: [], languages: ['en'] };
    const boxes = shelf([guest, { ...guest, game: 'skyjo', seats: { low: 2, high: 8 } }]);
    expect(boxes.map((box) => `${box.game}:${box.here}`)).toEqual(['keys:false', 'keskife:false', 'kings_keys:false', 'skyjo:true', 'toy:true']);
  });
});

describe('what a device remembers', () => {
  it('survives a browser that stores nothing', () => {
    vi.stubGlobal('localStorage', { getItem: () => { throw new Error('no'); }, setItem: () => { throw new Error('no'); }, clear: () => undefined });
    keep('x', { a: 1 });
    expect(recall('x')).toEqual({ a: 1 });
    vi.unstubAllGlobals();
  });

  it('holds one chair a table, the newest first', () => {
    vi.useFakeTimers({ now: 1 });
    keepChair({ table: 'a', game: 'skyjo', person: 1, token: 't' });
    vi.setSystemTime(2);
    keepChair({ table: 'b', game: 'skyjo', person: 1, token: 't' });
    keepChair({ table: 'a', game: 'skyjo', person: 2, token: 'u' });
    expect(chairsHeld().map((chair) => `${chair.table}${chair.person}`).sort()).toEqual(['a2', 'b1']);
    vi.useRealTimers();
  });
});
