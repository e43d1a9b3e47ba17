/* A game on the bench: its files, its table, its laws and its hundred games, and the two workers that see to them. */

import { own } from '../tab/own.ts';
import type { Lit } from '../tab/light.svelte.ts';
import type { FromWorker } from '../tab/messages.ts';
import { settings } from '../settings/settings.svelte.ts';
import { t } from '../words.svelte.ts';
import type { GameDescription, Options, OptionValue } from '../wire.ts';
import { FRAME, layOutside, type Entered } from './frame.ts';
import { takeIdle } from './fresh.ts';
import { Ended, Faulty, Runner, Wrong, type Fault } from './runner.ts';
import { keepDraft, type Draft } from './kept.ts';

/** After a change, before it is kept and before it is tried, in ms. */
const KEEP = 250;
const TRY = 600;

/** A law: what it says, and what breaks it; null while it is not known. */
export interface Mark {
  says: string;
  faults: Fault[];
}
export interface Figures {
  games: number;
  bot: string;
  players: number;
  plays: number;
  low: number;
  high: number;
  share: number;
  from: number;
  to: number;
  unfinished: number;
}
interface Chair {
  table: string;
  person: number;
  token: string;
}
interface Dealt {
  chair: Chair;
  same: boolean;
  players: number;
  place: [number, number];
}

export class Bench {
  readonly name: string;
  readonly like: string | undefined;
  files = $state.raw<Record<string, string>>({});
  /** How far its workers are lit. */
  light = $state<{ state: Lit; came: number; of: number }>({ state: 'coming', came: 0, of: 0 });
  about = $state.raw<GameDescription | null>(null);
  players = $state(0);
  options = $state.raw<Options>({});
  seed = $state(1);
  /** Why the files do not load. */
  broken = $state.raw<Fault | null>(null);
  /** Why there is no table, in the kit's words. */
  tableless = $state('');
  /** A worker was ended for want of an answer, and waits for a change. */
  stopped = $state(false);
  kept = $state(true);
  marks = $state.raw<(Mark | null)[]>([]);
  figures = $state.raw<Figures | null>(null);
  played = $state(0);
  place = $state.raw<[number, number]>([0, 0]);
  /** Where the frame's page is; another number loads it anew. */
  table = $state.raw<{ word: string; nth: number } | null>(null);
  /** The last change let the match go on where it was. */
  same = $state(true);
  #at: Runner | null = null;
  #beside: Runner | null = null;
  #hear: ((message: FromWorker) => void) | null = null;
  #lines = new Set<number>();
  #round = 0;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #trying: ReturnType<typeof setTimeout> | undefined;
  #placing: ReturnType<typeof setTimeout> | undefined;

  constructor(draft: Draft) {
    this.name = draft.name;
    this.like = draft.like;
    this.files = draft.files;
    this.players = draft.players;
    this.options = draft.options;
    this.seed = draft.seed;
    layOutside({ enter: (hear) => this.#enter(hear) });
    void this.#try(true);
  }

  leave(): void {
    this.#round += 1;
    clearTimeout(this.#trying);
    if (!this.kept) void this.#keep();
    this.#at?.end();
    this.#beside?.end();
    layOutside(undefined);
  }

  /** What is wrong in a file, by what loads it and by the laws. */
  get faults(): Fault[] {
    return this.broken ? [this.broken] : this.marks.flatMap((mark) => mark?.faults ?? []);
  }

  // --- the files

  change(path: string, text: string): void {
    if (this.files[path] === text) return;
    this.files = { ...this.files, [path]: text };
    this.#changed();
  }

  drop(path: string): void {
    const { [path]: _, ...rest } = this.files;
    this.files = rest;
    this.#changed();
  }

  #changed(): void {
    this.#save();
    clearTimeout(this.#trying);
    this.#trying = setTimeout(() => void this.#try(false), TRY);
  }

  #save(): void {
    this.kept = false;
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => void this.#keep(), KEEP);
  }

  async #keep(): Promise<void> {
    clearTimeout(this.#keeping);
    const { name, like, files, players, options, seed } = this;
    const one: Draft = { name, files, players, options: { ...options }, seed, changed: Date.now(), ...(like ? { like } : {}) };
    await keepDraft(one);
    this.kept = true;
  }

  /** The package, as it is sent. */
  async pack(): Promise<Blob> {
    const told = await this.#other().ask<string>('pack', { name: this.name, files: this.files });
    const bytes = Uint8Array.from(atob(told), (sign) => sign.charCodeAt(0));
    return new Blob([bytes], { type: 'application/zip' });
  }

  // --- its table

  #table(): Runner {
    if (this.#at) return this.#at;
    const runner = takeIdle() ?? new Runner();
    if (runner.lit) {
      this.light = { state: 'lit', came: 0, of: 0 };
      void own.keep?.();
    }
    runner.hears = (message) => {
      if (message.kind === 'light') {
        this.light = { state: message.state, came: message.came, of: message.of };
        if (message.state === 'lit') void own.keep?.();
      } else {
        this.#hear?.(message);
        if (message.kind === 'told') this.#look();
      }
    };
    runner.ended = () => {
      this.#at = null;
      this.#stop();
    };
    return (this.#at = runner);
  }

  #other(): Runner {
    if (this.#beside) return this.#beside;
    const runner = new Runner();
    runner.ended = () => {
      this.#beside = null;
      this.#stop();
    };
    return (this.#beside = runner);
  }

  #stop(): void {
    this.stopped = true;
    this.#round += 1;
  }

  #enter(hear: (message: FromWorker) => void): Entered {
    for (const line of this.#lines) this.#at?.say({ kind: 'leave', line });
    this.#lines.clear();
    this.#hear = hear;
    queueMicrotask(() => hear({ kind: 'light', state: 'lit', came: 0, of: 0 }));
    return {
      say: (message) => {
        if (message.kind === 'line') this.#lines.add(message.line);
        if (message.kind === 'leave') this.#lines.delete(message.line);
        if (message.kind !== 'begin' && message.kind !== 'take') this.#at?.say(message);
      },
      leave: () => {
        if (this.#hear === hear) this.#hear = null;
      },
    };
  }

  /** Something happened at the table: at which turn it stands now. */
  #look(): void {
    clearTimeout(this.#placing);
    this.#placing = setTimeout(() => {
      void this.#at?.ask<[number, number]>('place').then(
        (place) => (this.place = place),
        () => {},
      );
    }, 120);
  }

  /** The files as they are now are loaded, and the table goes on by them; then they are held to the laws. */
  async #try(anew: boolean): Promise<void> {
    const round = ++this.#round;
    this.stopped = false;
    const files = this.files;
    try {
      const put = await this.#table().ask<{ fault: Fault | null; game: GameDescription | null }>('put', {
        name: this.name,
        files,
      });
      if (round !== this.#round) return;
      this.broken = put.fault;
      if (put.fault) return;
      this.about = put.game;
      await this.#deal(anew, round);
    } catch (error) {
      if (round === this.#round) this.#wrong(error);
      return;
    }
    if (round === this.#round) await this.#hold(round, files);
  }

  #wrong(error: unknown): void {
    if (error instanceof Faulty) this.broken = error.fault;
    else if (error instanceof Wrong) this.tableless = error.message;
    else if (!(error instanceof Ended)) throw error;
  }

  async #deal(anew: boolean, round: number): Promise<void> {
    this.tableless = '';
    const { low, high } = this.about!.seats;
    this.players = Math.min(high, Math.max(low, this.players || Math.min(4, high)));
    const given = {
      players: this.players,
      options: this.options,
      seed: this.seed,
      as: settings.name || t('bench.person'),
      avatar: settings.avatar,
    };
    const dealt = await this.#table().ask<Dealt>('table', { ...given, anew });
    if (round !== this.#round) return;
    this.same = anew || dealt.same;
    this.place = dealt.place;
    this.#show(dealt.chair);
  }

  /** The frame's page finds its chair, and what the person has set for pages. */
  #show(chair: Chair): void {
    const put = (key: string, value: unknown): void => localStorage.setItem(FRAME + key, JSON.stringify(value));
    put('chairs', [{ ...chair, game: this.name, since: Date.now() }]);
    put('settings', settings);
    put('like', this.like ?? null);
    this.table = { word: chair.table, nth: (this.table?.nth ?? 0) + 1 };
  }

  /** The same page by the plain table: that of the model could not be drawn. */
  plain(): void {
    localStorage.setItem(`${FRAME}like`, 'null');
    if (this.table) this.table = { ...this.table, nth: this.table.nth + 1 };
  }

  async deal(seed = this.seed): Promise<void> {
    this.seed = seed;
    this.#save();
    const round = this.#round;
    try {
      await this.#deal(true, round);
    } catch (error) {
      this.#wrong(error);
    }
  }

  lay(players: number): void {
    this.players = players;
    void this.#redeal();
  }

  choose(option: string, value: OptionValue): void {
    this.options = { ...this.options, [option]: value };
    void this.#redeal();
  }

  /** By other rules the hundred games are others too. */
  async #redeal(): Promise<void> {
    await this.deal();
    await this.#count(this.#round);
  }

  async step(way: 'back' | 'on'): Promise<void> {
    const found = await this.#table().ask<{ moved: boolean; place: [number, number] }>(way);
    this.place = found.place;
    if (found.moved && this.table) this.table = { ...this.table, nth: this.table.nth + 1 };
  }

  // --- the laws, and a hundred games

  async #hold(round: number, files: Record<string, string>): Promise<void> {
    try {
      const runner = this.#other();
      await runner.ask('put', { name: this.name, files });
      if (round !== this.#round) return;
      const many = await runner.ask<number>('laws');
      const marks: (Mark | null)[] = Array.from({ length: many }, () => null);
      this.marks = [...marks];
      for (let number = 0; number < many; number += 1) {
        const mark = await runner.ask<Mark & { last: boolean }>('law', { number });
        if (round !== this.#round) return;
        marks[number] = mark;
        this.marks = [...marks];
        if (mark.last) break;
      }
      await this.#count(round);
    } catch (error) {
      if (round === this.#round) this.#wrong(error);
    }
  }

  async #count(round: number): Promise<void> {
    this.figures = null;
    this.played = 0;
    if (this.marks.some((mark) => mark === null)) return; // they come after the laws
    const { players, options } = this;
    const wanted = (): boolean => round === this.#round && players === this.players && options === this.options;
    try {
      const found = await this.#other().ask<Figures>('figures', { players, options }, (part) => {
        if (wanted()) this.played = (part as { played: number }).played;
      });
      if (wanted()) this.figures = found;
    } catch (error) {
      if (round === this.#round) this.#wrong(error);
    }
  }
}
