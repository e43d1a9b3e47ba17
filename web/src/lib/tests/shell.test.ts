import { fireEvent, render, screen, cleanup } from '@testing-library/svelte';
import { lexer } from 'marked';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Room } from '../game.ts';
import AvatarPicker from '../people/AvatarPicker.svelte';
import HandOn from '../door/HandOn.svelte';
import LineRibbon from '../play/LineRibbon.svelte';
import Markdown from '../rules/Markdown.svelte';
import OptionsForm from '../lobby/OptionsForm.svelte';
import PlainTable from '../felt/PlainTable.svelte';
import SeatPlate from '../pieces/SeatPlate.svelte';
import { TableRoom } from '../table/room.svelte.ts';
import { set } from '../settings/settings.svelte.ts';
import { sound } from '../felt/sound.ts';
import { shelf } from '../door/shelf.ts';
import { chairAt, chairsAt, chairsHeld, forgetChair, keep, keepChair, recall } from '../store.ts';
import { GameWords } from '../words.svelte.ts';
import { FakeSocket, install, table, view, welcome } from './fake-server.ts';
import type { OptionDescription } from '../wire.ts';

afterEach(cleanup);

describe('a rulebook', () => {
  const show = (text: string) =>
    render(Markdown, { props: { tokens: lexer(text), page: null, anchor: (heading: string) => heading } }).container;

  it('is text and known elements; no markup of it reaches the page', () => {
    const page = show(
      '# A\n\n<script>alert(1)</script>\n\nA <img src=x onerror=alert(1)> b **c** [d](javascript:alert(1)) [e](https://x.test)\n',
    );
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
  const words = new GameWords({
    options: {
      tie: { label: 'Tie', help: 'Who starts', values: { seat: 'By seat', random: 'By lot' } },
      end: { label: 'End', help: '' },
      first: { label: 'First', help: '' },
      extra: { label: 'Extra', help: '' },
    },
  });

  it('is made from the descriptions alone', async () => {
    const change = vi.fn();
    const changeClock = vi.fn();
    render(OptionsForm, { options, values: {}, clock: 0, words, people: ['Ada', 'Noor'], change, changeClock });
    await fireEvent.click(screen.getByRole('radio', { name: 'By lot' }));
    await fireEvent.click(screen.getByRole('button', { name: 'End: more' }));
    await fireEvent.change(screen.getByRole('spinbutton', { name: 'End' }), { target: { value: '150' } });
    await fireEvent.change(screen.getByRole('combobox', { name: 'First' }), { target: { value: '1' } });
    await fireEvent.click(screen.getByRole('checkbox', { name: 'b' }));
    await fireEvent.click(screen.getByRole('radio', { name: 'A turn' }));
    expect(change.mock.calls).toEqual([
      ['tie', 'random'],
      ['end', 110],
      ['end', 150],
      ['first', 1],
      ['extra', ['a', 'b']],
    ]);
    expect(changeClock).toHaveBeenCalledWith(30, 'turn');
  });

  it.each(['9999', '49', '77.5', ''])('says why %s is no number for it, and changes nothing', async (typed) => {
    const change = vi.fn();
    render(OptionsForm, { options: [options[1]!], values: {}, clock: 0, words, change, changeClock: vi.fn() });
    const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'End' });
    expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent).toBe('50 to 300');
    await fireEvent.change(field, { target: { value: typed } });
    expect(change).not.toHaveBeenCalled();
    expect(field.value).toBe(typed);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toContain('from 50 to 300');
    await fireEvent.click(screen.getByRole('button', { name: 'End: less' }));
    expect(change).toHaveBeenCalledWith('end', 90);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a table of this page', () => {
  let room: TableRoom;
  beforeEach(() => {
    vi.useFakeTimers();
    install();
    keepChair({ table: 'maple-otter-17', game: 'toy', person: 0, token: 'secret' });
    room = new TableRoom('maple-otter-17', 'hand', 'ws://test');
    FakeSocket.last.accept();
    FakeSocket.last.tell(welcome);
    FakeSocket.last.tell(table());
  });
  afterEach(() => {
    room.leave();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('says that what was pressed without a line is kept, sends it when the line is back, and says that it is', async () => {
    const { container } = render(LineRibbon, { room });
    FakeSocket.last.tell(view(0, 0, []));
    await vi.advanceTimersByTimeAsync(0);
    expect(container.textContent).not.toContain('line');
    FakeSocket.last.drop();
    await tick();
    expect(container.textContent!.trim()).toBe(''); // it may be back before anybody looks
    await vi.advanceTimersByTimeAsync(800);
    expect(container.textContent).toContain('Your seat is kept.');
    void room.play({ do: 'draw' });
    void room.plan([{ do: 'draw' }]);
    await tick();
    expect(room.kept).toBe(true);
    expect(container.textContent).toContain('What you pressed is kept');
    await vi.advanceTimersByTimeAsync(1_000);
    FakeSocket.last.accept();
    FakeSocket.last.tell(welcome);
    await tick();
    expect(FakeSocket.last.last('play')).toMatchObject({ actions: [{ do: 'draw' }] });
    expect(room.kept).toBe(false);
    expect(container.querySelector('[role=status]')?.textContent).toContain('The line is back.');
  });

  it('says after a while what may be the matter, and can be told to try at once', async () => {
    const { container } = render(LineRibbon, { room });
    FakeSocket.last.drop();
    await vi.advanceTimersByTimeAsync(14_000);
    expect(container.textContent).toContain('Finding the line.');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(container.textContent).toContain('Still no line.');
    expect(container.textContent).toContain('keeps trying by itself');
    const before = FakeSocket.all.length;
    FakeSocket.last.drop();
    await tick();
    await fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
    expect(FakeSocket.all.length).toBeGreaterThan(before);
  });

  it('without a table of the game shows all that may be done, and leaves leaving to the top bar', async () => {
    const more = { asked: [0], legal: [{ do: 'draw' }] };
    FakeSocket.last.tell(view(0, 0, [], { ...more, may: [{ do: 'leave' }] }));
    await vi.advanceTimersByTimeAsync(0);
    render(PlainTable, { room: room as Room });
    expect(screen.queryByText('Also possible')).toBeNull();
    FakeSocket.last.tell(view(1, 0, [], { ...more, may: [{ do: 'propose' }, { do: 'leave' }] }));
    await vi.advanceTimersByTimeAsync(0);
    expect(screen.getByRole('region', { name: 'Also possible' }).textContent).toContain('propose');
    expect(screen.queryByRole('button', { name: 'leave' })).toBeNull();
  });
});

describe('sounds', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are made as loud as the person has set, and not at all until then', async () => {
    const peaks: number[] = [];
    const param = () => ({
      setValueAtTime: vi.fn(),
      linearRampToValueAtTime: (value: number) => peaks.push(value),
      exponentialRampToValueAtTime: vi.fn(),
      value: 0,
    });
    const node = () => ({
      connect: (to: unknown) => to,
      start: vi.fn(),
      stop: vi.fn(),
      gain: param(),
      frequency: param(),
      Q: param(),
    });
    const audio = {
      currentTime: 0,
      sampleRate: 8,
      state: 'running',
      createOscillator: node,
      createGain: node,
      createBiquadFilter: node,
    };
    vi.stubGlobal(
      'AudioContext',
      class {
        constructor() {
          Object.assign(this, audio);
        }
      },
    );
    sound('tick');
    expect(peaks).toEqual([]);
    for (const [volume, heard] of [
      [1, 1],
      [0.5, 2],
    ] as const) {
      set('volume', volume);
      sound('tick');
      await vi.waitFor(() => expect(peaks).toHaveLength(heard));
    }
    set('volume', 0);
    sound('tick');
    await Promise.resolve();
    expect(peaks).toEqual([0.35, 0.175]);
  });
});

describe('the shelf', () => {
  it('has our four boxes, marks those to come, and adds guests', () => {
    const guest = {
      game: 'toy',
      version: 1,
      seats: { low: 2, high: 3 },
      options: [],
      bots: [],
      welcoming: {},
      warming: [],
      only: {},
      by_heart: {},
      languages: ['en'],
    };
    const boxes = shelf([guest, { ...guest, game: 'skyjo', seats: { low: 2, high: 8 } }]);
    expect(boxes.map((box) => `${box.game}:${box.here}`)).toEqual([
      'keys:false',
      'keskife:false',
      'kings_keys:false',
      'skyjo:true',
      'toy:true',
    ]);
  });
});

describe('what a device remembers', () => {
  it('survives a browser that stores nothing', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('no');
      },
      setItem: () => {
        throw new Error('no');
      },
      clear: () => undefined,
    });
    keep('x', { a: 1 });
    expect(recall('x')).toEqual({ a: 1 });
    vi.unstubAllGlobals();
  });

  it('holds a chair for each person at a table, and the newest of a person’s', () => {
    vi.useFakeTimers({ now: 1 });
    keepChair({ table: 'a', game: 'skyjo', person: 1, token: 't' });
    vi.setSystemTime(2);
    keepChair({ table: 'b', game: 'skyjo', person: 1, token: 't' });
    keepChair({ table: 'a', game: 'skyjo', person: 2, token: 'u' });
    keepChair({ table: 'a', game: 'skyjo', person: 2, token: 'v' });
    expect(chairsAt('a').map((chair) => chair.token)).toEqual(['t', 'v']);
    expect(chairAt('a', 2)?.token).toBe('v');
    forgetChair('a', 1);
    expect(
      chairsHeld()
        .map((chair) => `${chair.table}${chair.person}`)
        .sort(),
    ).toEqual(['a2', 'b1']);
    vi.useRealTimers();
  });
});

it('says what happens when one’s own time is nearly gone, and of nobody else', () => {
  const { people } = table().table;
  const plate = (props: object) =>
    render(SeatPlate, { props: { person: people[0]!, sub: '4 cards', turn: true, left: 0.1, seconds: 8, ...props } }).container
      .textContent;
  expect(plate({ name: 'You' })).toContain('then the plainest move');
  expect(plate({ name: 'You', seconds: 11 })).toContain('4 cards');
  expect(plate({})).not.toContain('plainest');
});

it('names the animals that are taken as the catalogue has them', () => {
  const { container } = render(AvatarPicker, { value: 'cat', taken: ['fox', 'owl'] });
  expect(container.textContent).toContain('Taken at this table: Fox and Owl.');
});

it('gives the link that brings a chair along on a line of the house', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<svg/>')));
  const room = { word: 'maple-otter-17', fetch: () => Promise.resolve({ code: 'abc', until: 1300 }), time: () => 1000 };
  render(HandOn, { room: room as unknown as TableRoom });
  const link = await screen.findByLabelText<HTMLInputElement>(/Or open this link there/);
  expect([link.value, link.readOnly, link.parentElement?.className]).toEqual([
    `${location.origin}/t/maple-otter-17#chair=abc`,
    true,
    'field',
  ]);
  vi.unstubAllGlobals();
});
