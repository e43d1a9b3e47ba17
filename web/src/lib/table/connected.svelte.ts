/* A page that is connected to a table: its line and how that ended, what it asks, and what still waits for an answer. */

import { base } from '../base.ts';
import { glance, Refused } from '../api.ts';
import type { Answer } from '../game.ts';
import { Line, type LineState } from './line.ts';
import { Asking, type Asked, type Reply } from './requests.ts';
import { forgetChair } from '../store.ts';
import type { Answers, Hello, Problem, Requests, ServerMessage, Time } from '../wire.ts';
import { refusal, speakAll, type GameWords } from '../words.svelte.ts';

/** How long a refusal stays in sight, in ms. */
const NOTICE_FOR = 5_000;
export type Ending =
  | 'removed'
  | 'barred'
  | 'elsewhere'
  | 'moved'
  | 'void'
  | 'cleared'
  | 'closed'
  | 'expired'
  | 'old_version'
  | 'shutdown'
  | 'unknown';
/** What refusals at the door come to: they answer no request. */
const TURNED_AWAY: Record<string, Ending> = { bad_token: 'void', unknown_table: 'unknown', barred: 'barred' };

/** Whatever the server says, but for answers and that it is over. */
export type Heard = Exclude<ServerMessage, Reply | { type: 'closed' }>;

export abstract class Connected {
  readonly word: string;
  /** The person whose chair of this device's it is. */
  readonly chair: number | undefined;
  line: LineState = $state('opening');
  /** Attempts in a row that found no server. */
  misses = $state(0);
  /** The house answers, and yet no line comes about: something between stops it. */
  walled = $state(false);
  ending: Ending | null = $state(null);
  /** Why the last request was refused; shown for a while. */
  notice = $state('');
  abstract gameWords: GameWords;
  #open = $state(0);
  #doing = $state(0); // requests that do something, as against questions
  #line: Line;
  /** The line is new, and nobody has welcomed this page on it. */
  #new = true;
  #requests = new Asking((message) => this.#line.send(message));
  #noticed: ReturnType<typeof setTimeout> | undefined;

  constructor(word: string, chair: number | undefined, url = socketOf(word)) {
    this.word = word;
    this.chair = chair;
    this.#line = new Line(url, {
      hello: () => {
        this.#new = true;
        return this.hello();
      },
      message: (message) => this.#receive(message),
      state: (state) => this.stateOf(state),
      worthTrying: () => this.#worthTrying(),
    });
  }

  /** The first message on a new line. */
  protected abstract hello(): Hello;
  protected abstract hear(message: Heard): void;

  get online(): boolean {
    return this.line === 'open';
  }
  /** Something that was pressed waits for the line: it is sent when the line is back. */
  get kept(): boolean {
    return !this.online && this.doing;
  }
  get retryAt(): number | null {
    return this.#line.retryAt;
  }
  /** A request waits for its answer. */
  protected get asking(): boolean {
    return this.#open > 0;
  }
  /** One of them does something, as against a question. */
  protected get doing(): boolean {
    return this.#doing > 0;
  }

  /**
   * Any request of the protocol; resolves to null, or to why not. Of one that came before the last had come out nothing is
   * said.
   */
  async ask(message: Asked, early = false): Promise<Answer> {
    this.#doing += 1;
    return this.#said(await this.request(message).finally(() => (this.#doing -= 1)), early);
  }

  /** A request that is nothing of the match's: what may be played does not wait for it. */
  async beside(message: Asked): Promise<Answer> {
    return this.#said(await this.answer(message));
  }

  /** Asks for what is answered by more than done, which no play waits for; null where it is refused, which is said. */
  async fetch<K extends keyof Requests>(message: { type: K } & Requests[K]): Promise<Answers[K] | null> {
    const reply = await this.answer(message as Asked);
    this.#said(reply);
    return reply.type === 'refused' ? null : (reply as Answers[K]);
  }

  /** What comes of a request that what may be pressed waits for. */
  protected request(message: Asked): Promise<Reply> {
    this.#open += 1;
    return this.answer(message).finally(() => (this.#open -= 1));
  }

  /** Says something whose answer nobody waits for: it is lost where the line is down. */
  protected say(message: Asked): void {
    this.#line.send({ ...message, id: this.#requests.id() });
  }

  protected notify(text: string): void {
    clearTimeout(this.#noticed);
    this.notice = text;
    this.#noticed = setTimeout(() => (this.notice = ''), NOTICE_FOR);
  }

  /** A refusal, and why in words for the person. */
  protected sentence(problem: Problem): NonNullable<Answer> {
    const reason = problem.code === 'illegal' && problem.reason ? this.gameWords.reason(problem.reason) : '';
    return { ...problem, text: reason || refusal(problem) };
  }

  retry(): void {
    this.#line.retry();
  }

  leave(): void {
    this.#line.close();
  }

  protected stateOf(state: LineState): void {
    if (state === 'lost') this.misses += 1;
    this.line = state;
  }

  #said(reply: Reply, early = false): Answer {
    if (reply.type !== 'refused') return null;
    const answer = this.sentence(reply);
    if (early) return { ...answer, text: '' };
    this.notify(answer.text);
    return answer;
  }

  /** What comes of a request; there are words for a refusal. */
  protected async answer(message: Asked): Promise<Reply> {
    const reply = await this.#requests.ask(message);
    if (reply.type === 'refused') await speakAll().catch(() => undefined); // the server's own words do
    return reply;
  }

  #receive(message: ServerMessage): void {
    if ('id' in message) {
      const why = !this.#requests.answered(message) && message.type === 'refused' && TURNED_AWAY[message.code];
      if (why) this.#end(why);
    } else if (message.type === 'closed') {
      if (message.reason !== 'shutdown') this.#end(message.reason);
    } else {
      this.hear(message);
      if (message.type !== 'welcome' || !this.#new) return; // whoever stands up is welcomed once more, as an onlooker
      this.#new = false;
      this.misses = 0;
      this.walled = false;
      this.ending = null;
      this.#line.send({ type: 'time', sent: Date.now() / 1000 } satisfies Time);
      this.#requests.again();
    }
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
}

function socketOf(word: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${base}/api/tables/${encodeURIComponent(word)}/socket`;
}
