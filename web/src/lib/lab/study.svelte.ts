/* A study of house rules, as the server plays it: asked for anew at every change, and looked at until it is done. */

import { untrack } from 'svelte';
import { Refused, studyOf } from '../api.ts';
import type { Options, Study } from '../wire.ts';
import { refusal, t } from '../words.svelte.ts';

/** Between two looks at a study that is being played, and after a change before it is asked for, in ms. */
const LOOK = 900;
const CHANGE = 700;
/** Refusals after which it is asked for again. */
const LATER = ['lab_busy', 'busy', 'away', 'too_fast'];

/** What is studied; null while that is not known. */
export type Asked = { players: number; options: Options } | null;

export class Studied {
  /** How far it is, and what it found; null until the server has answered. */
  study = $state.raw<Study | null>(null);
  /** Why there is none. */
  wrong = $state('');
  /** Goes on with these rules as they are, from a look at what is known of them to having them played. */
  begin = $state.raw<(() => void) | null>(null);

  /** What it found, once it is done. */
  readonly done = $derived.by(() => {
    const { state, tried, printed } = this.study ?? {};
    return state === 'done' && tried && printed ? { tried, printed } : null;
  });

  /** Asks for as long as the component lives that makes it; `asked` is read anew at every change. */
  constructor(game: () => string, asked: () => Asked) {
    $effect(() => {
      const now = asked();
      return now ? this.#ask(game(), now) : undefined;
    });
  }

  /** Whether a figure differs from that of the printed rules by more than chance. */
  real(figure: string): boolean {
    return this.study?.real.includes(figure) ?? false;
  }

  /** What comes back for rules that have changed since is dropped; gives what stops the asking. */
  #ask(game: string, { players, options }: NonNullable<Asked>): () => void {
    let timer: ReturnType<typeof setTimeout>;
    let gone = false;
    let begun = false;
    const first = untrack(() => this.study) === null;
    [this.study, this.wrong] = [null, ''];
    const look = async (): Promise<void> => {
      try {
        const found = await studyOf(game, players, options, begun);
        if (gone) return;
        [this.study, this.wrong] = [found, found.state === 'failed' ? t('lab.failed') : ''];
        if (found.state === 'waiting' || found.state === 'playing') timer = setTimeout(() => void look(), LOOK);
      } catch (error) {
        if (gone || !(error instanceof Refused)) return;
        this.wrong = refusal(error);
        if (LATER.includes(error.code)) timer = setTimeout(() => void look(), 5 * LOOK);
        else this.study = null;
      }
    };
    timer = setTimeout(() => void look(), first ? 0 : CHANGE);
    this.begin = () => {
      begun = true;
      clearTimeout(timer);
      void look();
    };
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }
}
