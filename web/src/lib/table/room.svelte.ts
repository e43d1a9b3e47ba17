/*
 * The table this page sits at: what the house says of it, what is asked of the house, and what is told and was missed. What is
 * drawn of it and when, and what waits for an answer, are beside this file.
 */

import { tick } from 'svelte';
import type { Heard } from './connected.svelte.ts';
import { Drawn } from './drawn.svelte.ts';
import type { Answer, Plan, Room } from '../game.ts';
import type { LineState } from './line.ts';
import { heardBy, missedSince, missMore, WORTH_WATCHING, type Missed } from './missed.ts';
import { still } from '../felt/motion.ts';
import { newsOf, newsWithin, type News } from '../people/news.ts';
import { Cover } from './cover.ts';
import { settings } from '../settings/settings.svelte.ts';
import { asksIts, type Step } from './steps.svelte.ts';
import { shake } from '../end/shakes.ts';
import { type Chair, chairAt, device, forgetChair, keepChair, keepSeen } from '../store.ts';
import { Aloud } from '../talk/aloud.svelte.ts';
import { Talk } from '../talk/talk.svelte.ts';
import { asText, count, t } from '../words.svelte.ts';
import type { Action, Hello, Options, Person, Reaction, Table, Told, View, ViewMessage } from '../wire.ts';

export type { Ending } from './connected.svelte.ts';

/** What comes so much later than it was sent, in s, was told to a page that slept. */
const LATE = 3;

/** The table this page sits at, as the shell and the game's table use it. */
export class TableRoom extends Drawn implements Room {
  readonly talk: Talk;
  readonly aloud = new Aloud();
  /** The way to win that somebody asks about; null while nobody does. */
  explaining: string | null = $state(null);
  /** How often somebody has nudged this person since the page was opened. */
  nudges = $state(0);
  /** How often there was applause since then. */
  applause = $state(0);
  /** Called when the host has let an onlooker back to their chair. */
  admitted: (() => void) | null = null;
  signalled: ((address: number, data: unknown) => void) | null = null;
  /** Called after each step that was shown. */
  shown: ((before: View | null, after: View, events: Told[]) => void) | null = null;

  #news: News[] = $state.raw([]);
  /** The people whom this page has seen here. */
  readonly #met = new Set<number>();
  #missed: Missed | null = $state.raw(null);
  #aside = false; // somebody else has the device
  /** What an accepted play has made old; what came of it is on its way. */
  #settled: ViewMessage | null = $state.raw(null);
  readonly #cover = new Cover();
  /** The seal that was answered on this line. */
  #shook = '';
  #prepared = true;

  constructor(word: string, screen: 'hand' | 'watch' | 'tv', url?: string, chair = chairAt(word)?.person) {
    super(word, screen, chair, url);
    this.talk = new Talk(word);
    document.addEventListener('visibilitychange', this.#seen);
  }

  // -- what the table and the shell read ---------------------------------------------------------------------------

  get waiting(): boolean {
    return this.asking || this.#pending;
  }
  /** A play was accepted, and what is drawn is still what it answered. */
  get #pending(): boolean {
    return this.#settled !== null && this.#settled === this.steps.message;
  }
  /** How many moves the person missed, where it is worth saying. */
  get missed(): number {
    const moves = this.#missed ? this.lines(this.#missed.events).length : 0; // asked when the words are there
    return moves >= WORTH_WATCHING ? moves : 0;
  }
  /** A bot played for the person meanwhile. */
  get playedFor(): boolean {
    return this.#missed?.events.some((event) => event.seat === this.seat) ?? false;
  }
  /** What was missed can be watched from here on. */
  get watchable(): boolean {
    return this.#missed?.from != null && this.mover !== null;
  }
  /** What was missed is being watched. */
  get watching(): boolean {
    return this.steps.watching;
  }
  /** Who came, went and was covered since this page was opened. */
  get news(): News[] {
    return this.#news;
  }
  /** Since when people are asked, by this device's clock. */
  get waits(): { seat: number; since: number }[] {
    return (this.steps.message?.waits ?? []).map(({ seat, since }) => ({
      seat,
      since: this.#cover.since(this.at(seat)?.person, since) - this.offset,
    }));
  }

  // -- requests ------------------------------------------------------------------------------------------------------

  async play(actions: Action | Action[]): Promise<Answer> {
    const shown = this.steps.message;
    if (!shown) return this.sentence({ code: 'wrong_status', message: '' });
    const list = Array.isArray(actions) ? actions : [actions];
    const early = this.doing || this.#pending;
    const answer = await this.ask({ type: 'play', match: shown.match, question: shown.question, actions: list }, early);
    if (!answer) {
      this.#settled = shown; // what came of it may be drawn before the answer is here
      this.#missed = null;
    }
    return answer;
  }

  async plan(actions: Action[]): Promise<Plan> {
    const shown = this.steps.message;
    if (!shown) return { legal: [], chance: false };
    const reply = await this.request({ type: 'plan', match: shown.match, question: shown.question, actions });
    if (reply.type === 'planned') return { legal: reply.legal, chance: reply.chance };
    return { legal: [], chance: false, ...(reply.type === 'refused' ? { refused: this.sentence(reply).text } : {}) };
  }

  async why(action: Action): Promise<string> {
    const shown = this.steps.message;
    const reply = await this.answer({ type: 'why', action });
    if (this.steps.message !== shown || this.moving) return ''; // it speaks of a table that is no more
    return reply.type === 'because' && reply.reason ? this.gameWords.reason(reply.reason, reply.values) : '';
  }

  /** Asks the advisor what to play, at a practice table; its answer is `counsel`. */
  advise(): Promise<Answer> {
    const { match, question } = this.steps.message ?? { match: 0, question: 0 };
    return this.beside({ type: 'advise', match, question });
  }

  explain(way: string): void {
    this.explaining = way;
  }

  signal(address: number, data: unknown): void {
    this.say({ type: 'signal', ...(address < 0 ? { television: -address } : { person: address }), data });
  }

  async tune(): Promise<number | null> {
    const reply = await this.answer({ type: 'television' });
    return reply.type === 'tuned' ? reply.television : null;
  }

  show(television: number, yes: boolean): Promise<Answer> {
    return this.beside({ type: 'show', television, yes });
  }

  /** Shows a sign to everybody. It is lost where the line is down. */
  react(reaction: Reaction): void {
    this.say({ type: 'react', reaction });
  }

  setOptions(options: Options): Promise<Answer> {
    return this.ask({ type: 'options', options });
  }

  /** Gives up the chair for good. */
  async stand(): Promise<void> {
    await this.ask({ type: 'stand' });
    forgetChair(this.word, this.chair);
  }

  override leave(): void {
    document.removeEventListener('visibilitychange', this.#seen);
    super.leave();
  }

  /** Says whether somebody looks at this page. A page that comes to sight says nothing that it had not taken back. */
  readonly #seen = (): void => {
    if (this.person !== null) this.say({ type: 'present', looking: !document.hidden, ready: this.#prepared });
  };

  applaud(): void {
    this.say({ type: 'applaud' });
  }

  prepared(ready: boolean): void {
    if (ready === this.#prepared) return;
    this.#prepared = ready;
    this.#seen();
  }

  // -- the line ------------------------------------------------------------------------------------------------------

  protected hello(): Hello {
    const token = this.screen === 'hand' ? this.#held?.token : undefined;
    const { newest } = this.steps;
    const resume = newest ? { match: newest.match, heard: heardBy(newest), taken: newest.taken } : {};
    return {
      type: 'hello',
      ...(token ? { token } : {}),
      language: settings.language,
      still: still(),
      device: device(),
      ...resume,
    };
  }

  get #held(): Chair | null {
    return this.chair === undefined ? null : chairAt(this.word, this.chair);
  }

  protected override stateOf(state: LineState): void {
    if (state === 'lost') this.steps.away = true;
    super.stateOf(state);
  }

  protected hear(message: Heard): void {
    switch (message.type) {
      case 'welcome':
        this.person = message.person;
        this.#shook = '';
        if (!this.counselled?.counsel.choices.length) this.counselled = null; // nobody knows of it any more
        this.clock(message.now, true);
        if (document.hidden || !this.#prepared) this.#seen();
        break;
      case 'table':
        for (const text of newsOf(this.laid, message.table, this.person, this.time(), this.#met)) this.#say(text);
        for (const { person, here } of message.table.people) if (here) this.#met.add(person);
        this.#relieve(this.laid, message.table);
        this.talk.meet(message.table.people, this.person);
        this.lay({ ...message.table, people: message.table.people.map((one) => this.byThisClock(one)) });
        this.#shake();
        if (message.table.status === 'lobby') this.#clear();
        break;
      case 'view':
        this.clock(message.now);
        this.steps.away ||= this.time() - message.now > LATE; // as it comes: what waits here for a film was in time
        this.steps.take(message);
        break;
      case 'counsel':
        this.counselled = message;
        break;
      case 'may_take_back':
        this.slip = message;
        break;
      case 'talk':
        this.talk.history(message.lines);
        break;
      case 'said':
      case 'reacted':
        this.talk.take(message, this.person);
        break;
      case 'applauded':
        this.applause += 1;
        break;
      case 'time':
        this.clock(message.now + (Date.now() / 1000 - message.sent) / 2, true);
        break;
      case 'nudged':
        this.#nudged(this.people.find((one) => one.person === message.person));
        break;
      case 'seated':
        keepChair({ table: this.word, game: this.table.game, person: message.person, token: message.token });
        this.admitted?.();
        break;
      case 'signal':
        this.signalled?.(message.person ?? -message.television!, message.data);
    }
  }

  /** Adds this page's own random digits to the secret of the next match, as soon as its seal is there. */
  #shake(): void {
    const { seal, status } = this.table;
    if (!this.me || this.me.shook || this.#shook === seal || (status !== 'lobby' && status !== 'over')) return;
    this.#shook = seal;
    this.say({ type: 'shake', seal, part: shake(seal) });
  }

  // -- steps ---------------------------------------------------------------------------------------------------------

  #clear(): void {
    this.steps.clear();
    this.#news = [];
    this.#missed = null;
  }

  protected drawn({ last, next, events, fresh, missed }: Step): void {
    const before = this.#missed;
    const same = last?.match === next.match;
    if (fresh && same) this.#news = newsWithin(this.#news, next.events.length); // something was taken back
    if (fresh) this.#missed = same ? null : missedSince(this.screen === 'hand' ? this.#held?.seen : undefined, next);
    else if (missed) this.#missed = missMore(before, last!, events);
    if (next.view.over) this.#missed = null;
    this.#keepSeen(next);
    this.#announce(last, next, this.#missed && this.#missed !== before ? [] : events);
    this.shown?.(fresh ? null : last!.view, next.view, events);
  }

  /** Ends what is being shown: the present position is drawn at once. */
  hurry(): void {
    this.steps.hurry();
  }

  // -- who is here ---------------------------------------------------------------------------------------------------

  #nudged(by: Person | undefined): void {
    if (!by) return;
    this.nudges += 1;
    const text = t('nudge.you', { name: by.name });
    this.aloud.say(text);
    this.notify(text);
  }

  /** Whoever has their seat back is told what was played for them. */
  #relieve(last: Table | null, next: Table): void {
    const events = this.#cover.take(last, next, this.person, this.story, this.time());
    if (events.some((event) => event.seat === this.seat)) this.#missed ??= { events, from: null };
  }

  /** Says something to this person alone, in the story and in sight for a while. */
  note(text: string): void {
    this.#say(text);
    this.notify(text);
  }

  #say(text: string): void {
    this.#news = [...this.#news, { after: this.story.length, text }];
    this.aloud.say(text);
  }

  // -- who has the device --------------------------------------------------------------------------------------------

  /** Nobody sees what is told here now. */
  get unseen(): boolean {
    return document.hidden || this.#aside;
  }

  /** Somebody else has the device: what happens from here on is missed. */
  stepAside(): void {
    this.#aside = true;
  }

  /** The person has the device: they are told what they missed, and whether they are asked. */
  async attend(): Promise<void> {
    if (!this.#aside) return;
    this.#aside = false;
    this.aloud.hush();
    await tick(); // what stands there already is not read aloud
    const shown = this.steps.message;
    if (!shown || this.#aside) return;
    this.#keepSeen(shown);
    this.#announce(null, shown, []);
  }

  #keepSeen(shown: ViewMessage): void {
    if (this.screen === 'hand' && this.chair !== undefined && !this.unseen)
      keepSeen(this.word, this.chair, shown.match, heardBy(shown));
  }

  // -- what was missed -----------------------------------------------------------------------------------------------

  /** Puts away what was missed. */
  forgetMissed(): void {
    this.#missed = null;
  }

  /** Shows what was missed, from what the person saw last. Their turn ends it, and so does `hurry`. */
  async watch(): Promise<void> {
    const from = this.#missed?.from;
    if (!from || !this.steps.idle) return;
    this.#missed = null;
    await this.steps.watch(from);
  }

  #announce(last: ViewMessage | null, next: ViewMessage, events: Told[]): void {
    const missed = this.missed && !events.length ? count(this.playedFor ? 'missed.for_you' : 'missed', this.missed) : '';
    const before = last?.match === next.match && last.view.asked.includes(next.view.seat ?? -1);
    const turn = asksIts(next.view) && (!before || !events.length) ? t('turn.yours') : '';
    const told = [...this.gameWords.story(events, this.seat, this.names()).map(asText), missed, turn].filter(Boolean);
    if (told.length) this.aloud.say(told.join('. ').replaceAll(/([.!?…])\. /g, '$1 '));
  }
}
