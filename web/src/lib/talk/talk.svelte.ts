/* What is said at this table, as far as this page was told; and whom this device does not want to hear. */

import { keep, recall } from '../store.ts';
import type { ServerMessage, Line } from '../wire.ts';
import { t } from '../words.svelte.ts';

export type Stir = Extract<ServerMessage, { type: 'said' | 'reacted' }>;
/** Tables whose muted people are remembered. */
const TABLES = 20;

const mutedAt = (): [string, number[]][] => recall<[string, number[]][]>('muted') ?? [];

/** What a line says, in the reader's own language. */
export const words = (line: Line): string => line.text ?? (line.phrase ? t(`talk.phrase.${line.phrase}`) : '');

export class Talk {
  readonly word: string;
  lines: Line[] = $state.raw([]);
  /** The numbers of people who are not heard on this device. */
  muted: number[] = $state.raw([]);
  /** What has just been said or shown, until it is drawn at its seat. */
  stirs: Stir[] = $state.raw([]);
  /** What a screen reader is told next. */
  announcement = $state('');
  /** The number of the last line that was in sight. */
  #read = $state(0);
  #begun = false;

  constructor(word: string) {
    this.word = word;
    this.muted = mutedAt().find(([table]) => table === word)?.[1] ?? [];
  }

  hears(person: number): boolean {
    return !this.muted.includes(person);
  }

  /** Somebody was heard whom this page has not shown yet. */
  get news(): boolean {
    return this.lines.some((line) => line.number > this.#read && this.hears(line.person));
  }

  read(): void {
    this.#read = this.lines.at(-1)?.number ?? 0;
  }

  /** What was said before this page came is no news to it. */
  history(lines: Line[]): void {
    this.lines = lines;
    if (!this.#begun) this.read();
    this.#begun = true;
  }

  /** `me`: the person of this page. */
  take(stir: Stir, me: number | null): void {
    if (stir.type === 'said') {
      if (stir.line.person === me && !this.news) this.#read = stir.line.number;
      this.lines = [...this.lines, stir.line];
    }
    const who = stir.type === 'said' ? stir.line.person : stir.person;
    if (!this.hears(who)) return;
    if (stir.type === 'said' && who !== me) this.announcement = t('talk.said', { name: stir.line.name, text: words(stir.line) });
    this.stirs = [...this.stirs, stir];
  }

  mute(person: number, muted: boolean): void {
    this.muted = [...this.muted.filter((one) => one !== person), ...(muted ? [person] : [])];
    keep('muted', [...mutedAt().filter(([table]) => table !== this.word), [this.word, this.muted]].slice(-TABLES));
  }
}
