/*
 * A play in the making: a card, what pays for it, its target, what is named. Nobody sees it, and it can be taken back, until
 * it is sent as a whole. What could come next is what the room answers; this only remembers what has been chosen.
 */

import type { Room } from '$lib/game.ts';
import type { Action, View } from '$lib/wire.ts';
import { faceOf, KINGDOMS, type Kingdom } from './cards.ts';
import { lying } from './scene.svelte.ts';

/** What is asked next; `ready`: the play is whole. */
type Stage = 'play' | 'pay' | 'change' | 'aim' | 'name' | 'ready';

export interface Play {
  stage: Stage;
  card: string | null;
  /** The Shield Joker leads the soldiers past the guards. */
  led: boolean;
  /** A guard bought back from this seat. */
  from: number | null;
  coins: string[];
  /** The Coin Joker pays too. */
  banker: boolean;
  /** The coin he changes. */
  changed: string | null;
  zone: string | null;
  victim: number | null;
  named: string[];
  /** A play that is a word alone. */
  word: 'nothing' | 'spy' | null;
}

const STAGES: Record<string, Stage> = { playing: 'play', paying: 'pay', changing: 'change', targeting: 'aim', naming: 'name' };

/** Whose guard a card is that one buys back; null for any other, and for a guard of one's own, which was placed just now. */
function boughtFrom(card: string, view: View): number | null {
  const place = Object.entries(lying(view).known).find(([, cards]) => cards.some((one) => one.card === card))?.[0] ?? '';
  const seat = place.startsWith('guards') ? Number(place.slice(-1)) : null;
  return seat === view.seat ? null : seat;
}

/** The play as far as the table already holds it: nothing, unless another screen sent a part of it. */
function begun(view: View): Play {
  const { phase, card, target, paid } = view.cells;
  const lies = lying(view);
  const table = (lies.known['table'] ?? []).map((one) => one.card);
  const place = /^(hand|vault|dungeon)(\d)$/.exec(target ?? '');
  return {
    stage: STAGES[phase] ?? 'play',
    card,
    led: table.includes('JH') && card !== 'JH',
    from: card ? boughtFrom(card, view) : null,
    coins: paid ? table.filter((one) => faceOf(one).suit === 'coin' && faceOf(one).rank > 0) : [],
    banker: table.includes('JC'),
    changed: null,
    zone: place?.[1] ?? null,
    victim: place ? Number(place[2]) : null,
    named: [],
    word: null,
  };
}

export const kingdomOf = (view: View, seat: number): Kingdom => view.cells.kingdom[seat] ?? KINGDOMS[seat]!;

/** Follows one choice. What it leads to is read off what could come after it. */
function follow(play: Play, action: Action, view: View): void {
  const card = action['card'] as string;
  const mine = view.seat === null ? null : kingdomOf(view, view.seat);
  if (action.do === 'done')
    play.stage = play.stage === 'pay' && play.from === null && faceOf(play.card!).suit === 'axe' ? 'aim' : 'ready';
  else if (action.do === 'target') {
    play.zone = action['zone'] as string;
    play.victim = action['seat'] as number;
    play.stage = 'name';
  } else if (play.stage === 'pay') {
    if (card === 'JC') play.banker = true;
    else play.coins = [...play.coins, card];
    play.stage = card === 'JC' ? 'change' : 'pay';
  } else if (play.stage === 'change') {
    play.coins = [...play.coins, card];
    play.changed = card;
    play.stage = 'pay';
  } else if (play.stage === 'name') play.named = [...play.named, card];
  else {
    play.led = play.card === 'JH';
    play.card = card;
    play.from = boughtFrom(card, view);
    const { suit, kingdom, rank } = faceOf(card);
    const hired = rank > 0 && (suit === 'axe' || suit === 'shield') && (kingdom !== mine || play.from !== null);
    play.stage = hired ? 'pay' : rank > 0 && suit === 'shield' ? 'ready' : 'aim';
  }
}

const same = (a: Action, b: Action): boolean => JSON.stringify(a) === JSON.stringify(b);

export class Draft {
  actions: Action[] = $state.raw([]);
  word: 'nothing' | 'spy' | null = $state(null);
  /** Why the last choice was not taken. */
  hint = $state('');
  /** The card whose press was refused, as long as it is said why. */
  refused: string | null = $state(null);
  #next: Action[] | null = $state.raw(null);
  #fading: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  /** The choice whose answer the next one waits for, so that presses faster than the answers never build on an old draft. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #room: () => Room;

  constructor(room: () => Room) {
    this.#room = room;
  }

  /**
   * What could be chosen next. Once the play is whole, what the room answers is what comes after it, such as the cards one
   * keeps.
   */
  get legal(): Action[] {
    return this.actions.length && this.play.stage === 'ready'
      ? this.#following.filter((action) => action.do === 'done')
      : this.#following;
  }

  get #following(): Action[] {
    return this.#next ?? this.#room().view.legal;
  }

  readonly play: Play = $derived.by(() => {
    const { view } = this.#room();
    const play = begun(view);
    if (this.word) return { ...play, word: this.word, stage: 'ready' };
    for (const action of this.actions) follow(play, action, view);
    if (play.stage === 'name' && !this.naming(play)) play.stage = 'ready';
    return play;
  });

  /** Cards lying open in the zone that is raided. */
  openIn(play: Play): string[] {
    return (lying(this.#room().view).known[`${play.zone}${play.victim}`] ?? []).filter((one) => one.up).map((one) => one.card);
  }

  /** Another card can be named; what was named may be on its way into one's hand, and pressed there for something else. */
  naming(play: Play): boolean {
    const left = this.openIn(play).filter((card) => !play.named.includes(card));
    return this.#following.some((action) => action.do === 'card' && left.includes(action['card'] as string));
  }

  get empty(): boolean {
    return this.actions.length === 0 && this.word === null;
  }

  has(action: Action): boolean {
    return this.legal.some((one) => same(one, action));
  }

  say(text: string, card: string | null = null): void {
    this.hint = text;
    this.refused = card;
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => this.hush(), 7000);
  }

  hush(): void {
    this.hint = '';
    this.refused = null;
  }

  clear(): void {
    this.#asked += 1;
    this.#empty();
  }

  #empty(): void {
    this.actions = [];
    this.#next = null;
    this.word = null;
    this.hush();
  }

  /** Chooses these, in place of what was chosen and is being asked about; says why where they do not go together. */
  choose(actions: Action[]): Promise<boolean> {
    this.#asked += 1;
    return this.#then(() => actions);
  }

  /** Changes the choice once the one before is answered, unless everything was put away meanwhile. */
  #then(change: () => Action[]): Promise<boolean> {
    const asked = this.#asked;
    const changed = this.#last.then(() => asked === this.#asked && this.#ask(change(), asked));
    this.#last = changed.catch(() => undefined);
    return changed;
  }

  async #ask(actions: Action[], asked: number): Promise<boolean> {
    this.hush();
    this.word = null;
    if (actions.length === 0) {
      this.#empty();
      return true;
    }
    const plan = await this.#room().plan(actions);
    if (asked !== this.#asked) return false;
    if (plan.refused) {
      this.say(plan.refused);
      return false;
    }
    this.#next = plan.legal;
    this.actions = actions;
    return true;
  }

  add(action: Action): Promise<boolean> {
    return this.#then(() => [...this.actions, action]);
  }

  /** Takes a coin, or a named card, out of the play again. */
  drop(card: string): Promise<boolean> {
    return this.#then(() => {
      const { changed, card: played } = this.play;
      return this.actions.filter((action) => {
        const one = action['card'];
        if (one === played || one === undefined) return true;
        return one !== card && !(card === 'JC' && one === changed) && !(card === changed && one === 'JC');
      });
    });
  }

  /** Takes back the last choice that was not a payment; at the beginning, everything. */
  back(): Promise<boolean> {
    return this.#then(() => {
      const last = this.actions.findLastIndex((action) => action.do === 'target' || action.do === 'done');
      return last > 0 ? this.actions.slice(0, last) : [];
    });
  }

  speak(word: 'nothing' | 'spy'): void {
    this.clear();
    this.word = word;
  }

  /** The play as it is sent. */
  get whole(): Action[] {
    if (this.word) return [{ do: this.word }];
    return this.play.stage !== 'ready' && this.has({ do: 'done' }) ? [...this.actions, { do: 'done' }] : this.actions;
  }
}
