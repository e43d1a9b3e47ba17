/*
 * The table this page sits at. Views wait in a queue, so that each step's motion ends before the next begins; where too much is
 * due the present position is drawn at once. What happened while nobody was here to see it was missed, and can be watched.
 */

import { base } from './base.ts';
import { tick } from 'svelte';
import { glance, Refused } from './api.ts';
import { tempoOf, WATCHED, type Lengths } from './film.ts';
import type { Answer, Mover, Plan, Room } from './game.ts';
import { Line, type LineState } from './line.ts';
import { hasten, setTempo, still } from './motion.ts';
import { newsOf, type News } from './news.ts';
import { Requests, type Asked, type Reply } from './requests.ts';
import { settings } from './settings.svelte.ts';
import { standsStill } from './standstill.ts';
import { shake } from './shakes.ts';
import { type Chair, chairAt, device, forgetChair, keepChair, keepSeen } from './store.ts';
import { Talk } from './talk.svelte.ts';
import { asText, count, GameWords, refusal, speakAll, t, type Part } from './words.svelte.ts';
import type { Action, Clock, Counsel, FromServer, Options, Person, Problem, Reaction, Table, Told, View, ViewMessage } from './wire.ts';

/** What comes so much later than it was sent, in s, was told to a page that slept. */
const LATE = 3;
/** Fewer moves than this are not worth saying that they were missed. */
const WORTH_WATCHING = 2;
/** How long a refusal stays in sight, in ms. */
const NOTICE_FOR = 5_000;
export type Ending = 'removed' | 'barred' | 'elsewhere' | 'moved' | 'void' | 'cleared' | 'closed' | 'expired' | 'old_version' | 'shutdown' | 'unknown';
const NOBODY: View = {
  ...{ game: '', version: 0, seat: null, players: 0, cells: {}, asked: [], waiting: null, legal: [], may: [] },
  ...{ scores: [], progress: [], ranks: null, over: false },
};

/** What happened while the person was away, and what he saw last, from where it can be watched. */
interface Missed {
  events: Told[];
  from: ViewMessage | null;
}

/** How much of the story a message brings its hearer to. */
const heardBy = (message: ViewMessage): number => message.heard + message.events.length;

export class TableRoom implements Room {
  readonly word: string;
  readonly screen: 'hand' | 'watch' | 'tv';
  readonly talk: Talk;
  /** The person whose chair of this device's it is. */
  readonly chair: number | undefined;
  line: LineState = $state('opening');
  /** Attempts in a row that found no server. */
  misses = $state(0);
  /** The house answers, and yet no line comes about: something between stops it. */
  walled = $state(false);
  ending: Ending | null = $state(null);
  /** What a screen reader is told next. */
  announcement = $state('');
  /** Why the last request was refused; shown for a while. */
  notice = $state('');
  /** The way to win that somebody asks about; null while nobody does. */
  explaining: string | null = $state(null);
  gameWords: GameWords = $state.raw(new GameWords({}));
  mover: Mover | null = null;
  /** How long the motions of this game's events take, in ms. */
  lengths: Lengths = {};
  /** Events that the story does not tell. */
  passing: string[] = [];
  /** How often somebody has nudged this person since the page was opened. */
  nudges = $state(0);
  /** Called when the host has let an onlooker back to his chair. */
  admitted: (() => void) | null = null;
  signalled: ((address: number, data: unknown) => void) | null = null;
  /** Called after each step that was shown. */
  shown: ((before: View | null, after: View, events: Told[]) => void) | null = null;

  #table: Table | null = $state.raw(null);
  #news: News[] = $state.raw([]);
  #person: number | null = $state(null);
  #message: ViewMessage | null = $state.raw(null);
  /** What is drawn: where the match stands still nothing is asked of anybody. */
  readonly #shown: View = $derived.by(() => {
    const view = this.#message?.view ?? NOBODY;
    return this.#table && standsStill(this.#table) ? { ...view, asked: [], legal: [], may: [] } : view;
  });
  #counsel: Extract<FromServer, { type: 'counsel' }> | null = $state.raw(null);
  #before: View | null = $state.raw(null);
  #story: Told[] = $state.raw([]);
  #moving = $state(false);
  #missed: Missed | null = $state.raw(null);
  #watching = $state(false);
  #away = false; // the line was lost, or the page slept, since the last view
  #aside = false; // somebody else has the device
  #asking = $state(0);
  #doing = $state(0); // requests that do something, as against questions
  /** What an accepted play has made old; what came of it is on its way. */
  #settled: ViewMessage | null = $state.raw(null);
  #now = $state(Date.now() / 1000);
  #offset = 0;
  #line: Line;
  #queue: ViewMessage[] = [];
  #working = false;
  #requests = new Requests((message) => this.#line.send(message));
  /** How many events had been told when a bot began to play for the person. */
  #relieved: number | null = null;
  /** When this page saw people get their seats back: before, nobody waited for them. */
  #resumed = new Map<number, number>();
  /** The seal that was answered on this line. */
  #shook = '';
  #noticed: ReturnType<typeof setTimeout> | undefined;
  #tick: ReturnType<typeof setInterval>;

  constructor(word: string, screen: 'hand' | 'watch' | 'tv', url = socketOf(word), chair = chairAt(word)?.person) {
    this.word = word;
    this.screen = screen;
    this.talk = new Talk(word);
    this.chair = chair;
    this.#tick = setInterval(() => this.clocks.length && (this.#now = Date.now() / 1000 + this.#offset), 250);
    document.addEventListener('visibilitychange', this.#seen);
    this.#line = new Line(url, {
      hello: () => this.#hello(),
      message: (message) => this.#receive(message),
      state: (state) => this.#stateOf(state),
      worthTrying: () => this.#worthTrying(),
    });
  }

  // -- what the table and the shell read ---------------------------------------------------------------------------

  get here(): boolean {
    return this.#table !== null;
  }
  get dealt(): boolean {
    return this.#message !== null;
  }
  get table(): Table {
    return this.#table!;
  }
  get people(): Person[] {
    return this.#table?.people ?? [];
  }
  get me(): Person | null {
    return this.people.find((person) => person.person === this.#person) ?? null;
  }
  get host(): boolean {
    return this.#person !== null && this.#table?.host === this.#person;
  }
  get seat(): number | null {
    return this.view.seat;
  }
  get view(): View {
    return this.#shown;
  }
  get before(): View | null {
    return this.#before;
  }
  get moving(): boolean {
    return this.#moving;
  }
  get waiting(): boolean {
    return this.#asking > 0 || this.#unseen;
  }
  /** A play was accepted, and what is drawn is still what it answered. */
  get #unseen(): boolean {
    return this.#settled !== null && this.#settled === this.#message;
  }
  /** How many moves the person missed, where it is worth saying. */
  get missed(): number {
    const moves = this.#missed ? this.#moves(this.#missed.events) : 0; // asked when the words are there
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
    return this.#watching;
  }
  get online(): boolean {
    return this.line === 'open';
  }
  /** Something that was pressed waits for the line: it is sent when the line is back. */
  get kept(): boolean {
    return !this.online && this.#doing > 0;
  }
  get story(): Told[] {
    return this.#story;
  }
  /** Who came, went and was covered since this page was opened. */
  get news(): News[] {
    return this.#news;
  }
  /** Bots are thinking, and no person is asked. */
  get botsThink(): boolean {
    const asked = this.view.asked.map((seat) => this.at(seat)).filter((one) => one !== undefined);
    return asked.length > 0 && asked.every((one) => one.bot !== null || one.covered);
  }
  /** What the advisor says to the question that is drawn; null where he was not asked. */
  get counsel(): Counsel | null {
    const [of, shown] = [this.#counsel, this.#message];
    return of && of.match === shown?.match && of.question === shown.question ? of.counsel : null;
  }
  get texts(): Record<string, unknown> {
    return this.#message?.texts ?? {};
  }
  get clocks(): Clock[] {
    return this.#message?.clocks ?? [];
  }
  /** Seconds since 1970 by the server's clock, when it is asked. */
  time(): number {
    return Date.now() / 1000 + this.#offset;
  }
  /** Since when people are asked, by this device's clock. */
  get waits(): { seat: number; since: number }[] {
    return (this.#message?.waits ?? []).map(({ seat, since }) => ({ seat, since: Math.max(since, this.#resumed.get(this.at(seat)?.person ?? -1) ?? 0) - this.#offset }));
  }
  get now(): number {
    return this.#now;
  }
  get words() {
    return this.gameWords.say;
  }
  get retryAt(): number | null {
    return this.#line.retryAt;
  }

  at(seat: number): Person | undefined {
    return this.people.find((person) => person.seat === seat);
  }

  name(seat: number): string {
    return this.at(seat)?.name ?? `${seat + 1}`;
  }

  #names(): string[] {
    return Array.from({ length: this.view.players }, (_, seat) => this.name(seat));
  }

  parts(event: Told): Part[] {
    return this.gameWords.tell(event, this.seat, this.#names());
  }

  /** What happened, a sentence a play; what is only read aloud is left out. */
  lines(events: Told[]): Part[][] {
    return this.gameWords.story(events.filter((event) => !this.passing.includes(event.event)), this.seat, this.#names());
  }

  tell(event: Told): string {
    return asText(this.parts(event));
  }

  label(action: Action): string {
    return this.gameWords.label(action, this.#names());
  }

  // -- requests ------------------------------------------------------------------------------------------------------

  async play(actions: Action | Action[]): Promise<Answer> {
    const shown = this.#message;
    if (!shown) return this.#sentence({ code: 'wrong_status', message: '' });
    const list = Array.isArray(actions) ? actions : [actions];
    const early = this.#doing > 0 || this.#unseen;
    const answer = await this.ask({ type: 'play', match: shown.match, question: shown.question, actions: list }, early);
    if (!answer) {
      this.#settled = shown; // what came of it may be drawn before the answer is here
      this.#missed = null;
    }
    return answer;
  }

  async plan(actions: Action[]): Promise<Plan> {
    const shown = this.#message;
    if (!shown) return { legal: [], chance: false };
    const reply = await this.#request({ type: 'plan', match: shown.match, question: shown.question, actions });
    if (reply.type === 'planned') return { legal: reply.legal, chance: reply.chance };
    return { legal: [], chance: false, ...(reply.type === 'refused' ? { refused: this.#sentence(reply).text } : {}) };
  }

  async why(action: Action): Promise<string> {
    const shown = this.#message;
    const reply = await this.#answer({ type: 'why', action });
    if (this.#message !== shown || this.#moving) return ''; // it speaks of a table that is no more
    return reply.type === 'because' && reply.reason ? this.gameWords.reason(reply.reason, reply.values) : '';
  }

  /** Asks the advisor what to play, at a practice table; what he says is `counsel`. */
  advise(): Promise<Answer> {
    return this.beside({ type: 'advise', match: this.#message?.match ?? 0, question: this.#message?.question ?? 0 });
  }

  explain(way: string): void {
    this.explaining = way;
  }

  signal(address: number, data: unknown): void {
    this.#line.send({ type: 'signal', id: this.#requests.id(), ...(address < 0 ? { television: -address } : { person: address }), data });
  }

  async tune(): Promise<number | null> {
    const reply = await this.#answer({ type: 'television' });
    return reply.type === 'tuned' ? reply.television : null;
  }

  show(television: number, yes: boolean): Promise<Answer> {
    return this.beside({ type: 'show', television, yes });
  }

  /** Any request of the protocol; resolves to null, or to why not. Of one that came before the last had come out nothing is said. */
  async ask(message: Asked, early = false): Promise<Answer> {
    this.#doing += 1;
    const reply = await this.#request(message).finally(() => (this.#doing -= 1));
    if (reply.type !== 'refused') return null;
    const answer = this.#sentence(reply);
    if (early) return { ...answer, text: '' };
    this.#notify(answer.text);
    return answer;
  }

  /** A request that is nothing of the match's: what may be played does not wait for it. */
  async beside(message: Asked): Promise<Answer> {
    const reply = await this.#answer(message);
    if (reply.type !== 'refused') return null;
    const answer = this.#sentence(reply);
    this.#notify(answer.text);
    return answer;
  }

  /** Shows a sign to everybody. It is lost where the line is down. */
  react(reaction: Reaction): void {
    this.#line.send({ type: 'react', id: this.#requests.id(), reaction });
  }

  /** Asks for what is answered by more than done, which no play waits for; null where it is refused, which is said. */
  async fetch<T extends Reply['type']>(message: Asked, type: T): Promise<Extract<Reply, { type: T }> | null> {
    const reply = await this.#answer(message);
    if (reply.type === 'refused') this.#notify(this.#sentence(reply).text);
    return reply.type === type ? (reply as Extract<Reply, { type: T }>) : null;
  }

  #notify(text: string): void {
    clearTimeout(this.#noticed);
    this.notice = text;
    this.#noticed = setTimeout(() => (this.notice = ''), NOTICE_FOR);
  }

  setOptions(options: Options): Promise<Answer> {
    return this.ask({ type: 'options', options });
  }

  /** Gives up the chair for good. */
  async stand(): Promise<void> {
    await this.ask({ type: 'stand' });
    forgetChair(this.word, this.chair);
  }

  retry(): void {
    this.#line.retry();
  }

  leave(): void {
    clearInterval(this.#tick);
    document.removeEventListener('visibilitychange', this.#seen);
    this.#line.close();
  }

  #sentence(problem: Problem): NonNullable<Answer> {
    const reason = problem.code === 'illegal' && problem.reason ? this.gameWords.reason(problem.reason) : '';
    return { ...problem, text: reason || refusal(problem) };
  }

  #request(message: Asked): Promise<Reply> {
    this.#asking += 1;
    return this.#answer(message).finally(() => (this.#asking -= 1));
  }

  /** What comes of a request; there are words for a refusal. */
  async #answer(message: Asked): Promise<Reply> {
    const reply = await this.#requests.ask(message);
    if (reply.type === 'refused') await speakAll().catch(() => undefined); // the server's own words do
    return reply;
  }

  /** Says whether somebody looks at this page. A page that comes to sight says nothing that it had not taken back. */
  readonly #seen = (): void => {
    if (this.#person !== null) this.#line.send({ type: 'present', id: this.#requests.id(), looking: !document.hidden });
  };

  // -- the line ------------------------------------------------------------------------------------------------------

  #hello(): object {
    const token = this.screen === 'hand' ? this.#held?.token : undefined;
    const newest = this.#newest;
    const resume = newest ? { match: newest.match, heard: heardBy(newest), taken: newest.taken } : {};
    return { type: 'hello', ...(token ? { token } : {}), language: settings.language, still: still(), device: device(), ...resume };
  }

  get #held(): Chair | null {
    return this.chair === undefined ? null : chairAt(this.word, this.chair);
  }

  #stateOf(state: LineState): void {
    if (state === 'lost') {
      this.misses += 1;
      this.#away = true;
    }
    this.line = state;
  }

  async #worthTrying(): Promise<boolean> {
    try {
      await glance(this.word);
      this.walled = true;
    } catch (error) {
      this.walled = false;
      if (error instanceof Refused && error.code === 'unknown_table') {
        this.#end('unknown');
        return false;
      }
    }
    return true;
  }

  #end(reason: Ending): void {
    this.ending = reason;
    if (reason !== 'shutdown') {
      if (reason !== 'elsewhere') forgetChair(this.word, this.chair);
      this.leave();
    }
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        this.misses = 0;
        this.walled = false;
        this.ending = null;
        this.#person = message.person;
        this.#shook = '';
        if (!this.#counsel?.counsel.choices.length) this.#counsel = null; // nobody knows of it any more
        this.#clock(message.now, true);
        if (document.hidden) this.#seen();
        this.#line.send({ type: 'time', sent: Date.now() / 1000 });
        this.#requests.again();
        break;
      case 'table':
        for (const text of newsOf(this.#table, message.table, this.#person, Date.now() / 1000 + this.#offset)) this.#say(text);
        this.#relieve(this.#table, message.table);
        this.#table = { ...message.table, people: message.table.people.map((one) => this.#byThisClock(one)) };
        this.#shake();
        if (message.table.status === 'lobby') this.#clear();
        break;
      case 'view':
        this.#clock(message.now);
        this.#away ||= this.time() - message.now > LATE; // as it comes: what waits here for a film was in time
        this.#queue.push(message);
        if (this.#watching && asksIts(message.view)) hasten();
        void this.#work();
        break;
      case 'counsel':
        this.#counsel = message;
        break;
      case 'talk':
        this.talk.history(message.lines);
        break;
      case 'said':
      case 'reacted':
        this.talk.take(message, this.#person);
        break;
      case 'time':
        this.#clock(message.now + (Date.now() / 1000 - message.sent) / 2, true);
        break;
      case 'closed':
        if (message.reason !== 'shutdown') this.#end(message.reason);
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
        break;
      default:
        this.#answered(message);
    }
  }

  /** Adds this page's own random digits to the secret of the next match, as soon as its seal is there. */
  #shake(): void {
    const { seal, status } = this.table;
    if (!this.me || this.me.shook || this.#shook === seal || (status !== 'lobby' && status !== 'over')) return;
    this.#shook = seal;
    this.#line.send({ type: 'shake', id: this.#requests.id(), seal, part: shake(seal) });
  }

  #answered(reply: Reply): void {
    if (this.#requests.answered(reply)) return;
    if (reply.type === 'refused' && reply.code === 'bad_token') {
      this.#end('void');
    } else if (reply.type === 'refused' && reply.code === 'unknown_table') this.#end('unknown');
    else if (reply.type === 'refused' && reply.code === 'barred') this.#end('barred');
  }

  /** Sets the clock by the server's. What a view says of the time is late by its way here, so it may put the clock on but never back. */
  #clock(now: number, surely = false): void {
    const offset = now - Date.now() / 1000;
    if (surely || offset > this.#offset) this.#offset = offset;
    this.#now = Date.now() / 1000 + this.#offset;
  }

  // -- steps ---------------------------------------------------------------------------------------------------------

  #clear(): void {
    this.#queue = [];
    this.#news = [];
    this.#missed = null;
    this.#message = null;
    this.#before = null;
    this.#story = [];
  }

  get #newest(): ViewMessage | null {
    return this.#queue.at(-1) ?? this.#message;
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) await this.#step(next);
    } finally {
      this.#working = false;
    }
  }

  async #step(next: ViewMessage): Promise<void> {
    const last = this.#message;
    const heard = last ? heardBy(last) : 0;
    const fresh = !last || last.match !== next.match || last.taken !== next.taken || next.heard > heard;
    const events = fresh ? [] : next.events.slice(heard - next.heard);
    const away = this.#away;
    this.#away = false;
    const due = { events: [...events, ...this.#queue.flatMap((message) => message.events)], asked: asksIts(this.#newest?.view ?? next.view), away };
    const tempo = fresh || !events.length || this.#unseenNow ? 0 : tempoOf(due, this.lengths);
    const show = async (): Promise<void> => {
      if (this.#message === next) return;
      this.#story = fresh ? next.events : [...this.#story, ...events];
      this.#message = next;
      await tick();
    };
    const missed = this.#missed;
    if (fresh && last?.match === next.match) this.#news = this.#news.map((news) => ({ ...news, after: Math.min(news.after, next.events.length) })); // something was taken back
    if (fresh) this.#missed = last?.match === next.match ? null : this.#unseenBefore(next);
    if (tempo > 0 && this.mover) await this.#film(last!.view, next.view, events, show, tempo);
    else {
      await show();
      if (last && events.length && (away || this.#unseenNow)) this.#miss(last, events);
    }
    if (next.view.over) this.#missed = null;
    this.#keepSeen(next);
    this.#announce(last, next, this.#missed && this.#missed !== missed ? [] : events);
    this.shown?.(fresh ? null : last.view, next.view, events);
  }

  /** Shows steps by the table's mover, at this share of their full length. */
  async #film(before: View, after: View, events: Told[], show: () => Promise<void>, tempo: number): Promise<void> {
    this.#before = before;
    this.#moving = true;
    setTempo(tempo);
    try {
      await this.mover!(before, after, events, show);
    } finally {
      setTempo(1);
      await show();
      this.#moving = false;
      this.#before = null;
    }
  }

  /** Ends what is being shown: the present position is drawn at once. */
  hurry(): void {
    if (this.#moving) hasten();
  }

  // -- who is here ---------------------------------------------------------------------------------------------------

  #byThisClock(person: Person): Person {
    const here = (time: number | null): number | null => (time === null ? null : time - this.#offset);
    return { ...person, kept_until: here(person.kept_until), back_at: here(person.back_at) };
  }

  #nudged(by: Person | undefined): void {
    if (!by) return;
    this.nudges += 1;
    this.announcement = t('nudge.you', { name: by.name });
    this.#notify(this.announcement);
  }

  /** Whoever has his seat back is told what was played for him; nobody has waited for him before. */
  #relieve(last: Table | null, next: Table): void {
    const back = next.people.filter((now) => !now.covered && last?.people.find((one) => one.person === now.person)?.covered);
    for (const { person } of back) this.#resumed.set(person, Date.now() / 1000 + this.#offset);
    const covered = next.people.find((one) => one.person === this.#person)?.covered ?? false;
    if (covered) this.#relieved ??= this.#story.length;
    else if (this.#relieved !== null) {
      const events = this.#story.slice(this.#relieved);
      if (events.some((event) => event.seat === this.seat) && !this.#missed) this.#missed = { events, from: null };
      this.#relieved = null;
    }
  }

  /** Says something to this person alone, in the story and in sight for a while. */
  note(text: string): void {
    this.#say(text);
    this.#notify(text);
  }

  #say(text: string): void {
    this.#news = [...this.#news, { after: this.#story.length, text }];
    this.announcement = text;
  }

  // -- who has the device --------------------------------------------------------------------------------------------

  /** Nobody sees what is told here now. */
  get #unseenNow(): boolean {
    return document.hidden || this.#aside;
  }

  /** Somebody else has the device: what happens from here on is missed. */
  stepAside(): void {
    this.#aside = true;
  }

  /** The person has the device: he is told what he missed, and whether he is asked. */
  async attend(): Promise<void> {
    if (!this.#aside) return;
    this.#aside = false;
    this.announcement = '';
    await tick(); // what stands there already is not read aloud
    const shown = this.#message;
    if (!shown || this.#aside) return;
    this.#keepSeen(shown);
    this.#announce(null, shown, []);
  }

  #keepSeen(shown: ViewMessage): void {
    if (this.screen === 'hand' && this.chair !== undefined && !this.#unseenNow) keepSeen(this.word, this.chair, shown.match, heardBy(shown));
  }

  // -- what was missed -----------------------------------------------------------------------------------------------

  #moves(events: Told[]): number {
    return this.lines(events).length;
  }

  #miss(last: ViewMessage, events: Told[]): void {
    this.#missed = this.#missed ? { ...this.#missed, events: [...this.#missed.events, ...events] } : { from: last, events };
  }

  /** What happened since this device saw the match last, when its page was another one. */
  #unseenBefore(next: ViewMessage): Missed | null {
    const seen = this.screen === 'hand' ? this.#held?.seen : undefined;
    if (seen?.match !== next.match) return null;
    return { from: null, events: next.events.slice(Math.max(0, seen.events - next.heard)) };
  }

  /** Puts away what was missed. */
  forgetMissed(): void {
    this.#missed = null;
  }

  /** Shows what was missed, from what the person saw last. His turn ends it, and so does `hurry`. */
  async watch(): Promise<void> {
    const from = this.#missed?.from;
    const present = this.#message;
    if (!from || !present || !this.mover || this.#working) return;
    this.#missed = null;
    this.#working = this.#watching = true;
    const events = this.#story.slice(this.#story.length - (heardBy(present) - heardBy(from)));
    this.#message = from;
    await tick();
    const show = async (): Promise<void> => {
      this.#message = present;
      await tick();
    };
    try {
      await this.#film(from.view, present.view, events, show, WATCHED);
    } finally {
      this.#working = this.#watching = false;
      void this.#work();
    }
  }

  #announce(last: ViewMessage | null, next: ViewMessage, events: Told[]): void {
    const told = this.gameWords.story(events, this.seat, this.#names()).map(asText);
    const asked = asksIts(next.view);
    if (this.missed && !events.length) told.push(count(this.playedFor ? 'missed.for_you' : 'missed', this.missed));
    const before = last?.match === next.match && last.view.asked.includes(next.view.seat ?? -1);
    if (asked && (!before || events.length === 0)) told.push(t('turn.yours'));
    if (told.length) this.announcement = told.join('. ').replaceAll('..', '.');
  }
}

/** Whether a view asks the seat whose it is. */
function asksIts({ seat, asked }: View): boolean {
  return seat !== null && asked.includes(seat);
}

function socketOf(word: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${base}/api/tables/${encodeURIComponent(word)}/socket`;
}
