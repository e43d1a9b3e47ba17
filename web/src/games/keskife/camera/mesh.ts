/*
 * Everybody connected with everybody who shows something. Pages find each other by signals; pictures never pass the room.
 * A television, whose address is below zero, is sent pictures without sound, and nothing is taken from it.
 *
 * Signals may be lost, said twice or come late, so nothing is taken to have arrived before the other page says so, and what
 * does not come about is tried again. Of two pages, one leads: it alone begins a connection, gives it up for a new one, and
 * numbers them. (Chromium never finds a way where both begin at once and one takes its offer back while it still gathers.)
 */

import { Outbox, type Here, type Shows, type Signal } from './outbox.ts';
import { Patience } from './patience.ts';
import { KINDS, Peer, type Kind, type Note } from './peer.ts';

/** Bits a second for all pictures this page sends together, and the least and most for one. */
const UPSTREAM = 1_600_000;
const [LEAST, MOST] = [64_000, 220_000];
const PICTURES = 15;
const SOUND = 24_000;
/**
 * How long something may take before it is tried again, in ms, and how much longer for each person, whose letters may go
 * first.
 */
const LONG = 3_000;
const LONGER = 300;
/** How often what was said is said again, before a connection is taken to be stuck. */
const REPEATS = 2;

export interface MeshEvents {
  send(person: number, signal: Signal): void;
  connect(): RTCPeerConnection;
  /** Something about the others has changed. */
  changed(): void;
}

/** Another person's page, or a television's, as far as this one knows it. */
export interface Other {
  readonly person: number;
  readonly page: string;
  shows: Shows;
  /** What it is known to know of what this page shows. */
  heard: Shows | null;
  /** The number of the latest `here` it sent. */
  said: number;
  /** The number of the connection; 0 while the other page leads and has not told it. */
  line: number;
  tracks: MediaStreamTrack[];
  peer: Peer | null;
  readonly patience: Patience;
}

/** Somebody who could have a camera or is a television, and whether their line to the room is up. */
export interface Someone {
  person: number;
  here: boolean;
}

const asShows = (given: unknown): Shows => {
  const shows = given as Partial<Shows> | null | undefined;
  return { video: Boolean(shows?.video), audio: Boolean(shows?.audio) };
};
const NOTHING: Shows = { video: false, audio: false };
const television = (address: number): boolean => address < 0;
const same = (one: Shows | null, two: Shows): boolean => one?.video === two.video && one.audio === two.audio;

export class Mesh {
  readonly #page: string;
  readonly #on: MeshEvents;
  readonly #outbox: Outbox;
  readonly #others = new Map<string, Other>();
  /** Pages in whose place came another of the same person: while that one is there, they are not listened to. */
  readonly #older = new Set<string>();
  readonly #search: Patience;
  #people = new Map<number, Someone>();
  #mine: Record<Kind, MediaStreamTrack | null> = { video: null, audio: null };
  /** How many lines were begun, and how often `here` was said: that is numbered when it goes, lest a late one pass for news. */
  #lines = 0;
  #said = 0;
  #gone = false;

  /** `page` is this page's own random name. */
  constructor(page: string, on: MeshEvents) {
    this.#page = page;
    this.#on = on;
    const numbered = (signal: Signal): Signal => (signal.camera === 'here' ? { ...signal, said: (this.#said += 1) } : signal);
    this.#outbox = new Outbox((person, signal) => on.send(person, numbered(signal)));
    this.#search = this.#patience(() => {
      for (const person of this.#missing) this.#greet(person);
      this.#seek();
    });
  }

  /** The other pages known, one a person. */
  get others(): Other[] {
    return [...this.#others.values()];
  }

  /** Who else sits at the table. Newcomers are greeted; who left is let go. */
  people(all: Someone[]): void {
    const before = this.#people;
    this.#people = new Map(all.map((one) => [one.person, one]));
    for (const other of this.others) {
      const one = this.#people.get(other.person);
      if (!one || (!one.here && other.peer?.state === 'failed')) this.#drop(other);
      else this.#watch(other);
    }
    for (const { person } of all) if (!before.has(person)) this.#greet(person);
    if (all.some(({ person, here }) => here && !before.get(person)?.here)) this.#search.rest();
    this.#seek();
  }

  /** Shows a track to everybody, or takes it away. */
  show(kind: Kind, track: MediaStreamTrack | null): void {
    this.#mine[kind] = track;
    for (const other of this.others) {
      this.#tell(other);
      other.patience.rest();
      this.#sync(other);
    }
  }

  /** The line to the room is back: whatever was said meanwhile is lost. */
  again(): void {
    this.#gone = false;
    this.#outbox.drop();
    for (const person of this.#people.keys()) this.#greet(person);
    this.#search.rest();
    this.#seek();
    for (const other of this.others) this.#resume(other);
  }

  /** Takes leave of everybody, and hears nobody until it is called `again`. */
  leave(): void {
    this.#gone = true;
    this.#outbox.close();
    for (const other of this.others) {
      this.#on.send(other.person, { camera: 'bye', page: this.#page });
      this.#drop(other);
    }
    this.#seek();
  }

  receive(person: number, data: unknown): void {
    const signal = data as Signal | null;
    if (this.#gone || !this.#people.has(person) || typeof signal?.page !== 'string') return;
    if ('to' in signal && signal.to !== this.#page) return;
    if (signal.camera === 'here') this.#greeted(person, signal);
    const other = this.#others.get(signal.page);
    if (other?.person !== person) return;
    if (signal.camera === 'bye') this.#drop(other);
    if (signal.camera === 'notes') this.#noted(other, signal.line, signal.notes);
  }

  get #missing(): number[] {
    const known = new Set(this.others.map(({ person }) => person));
    return [...this.#people.values()].filter(({ person, here }) => here && !known.has(person)).map(({ person }) => person);
  }

  /** What somebody is shown. */
  #shows(to: number): Shows {
    return { video: this.#mine.video !== null, audio: this.#mine.audio !== null && !television(to) };
  }

  #leads(other: Other): boolean {
    return this.#page > other.page;
  }

  #patience(act: (tries: number) => void): Patience {
    return new Patience(() => LONG + LONGER * this.#people.size, act);
  }

  #greet(person: number): void {
    this.#outbox.put(person, { camera: 'here', page: this.#page, said: 0, shows: this.#shows(person) });
  }

  /** Asks again those who are here and whose pages are not known. */
  #seek(): void {
    if (!this.#gone && this.#missing.length) this.#search.wait();
    else this.#search.rest();
  }

  #tell({ person, page, shows, line }: Other, { ask = false, lost = false } = {}): void {
    this.#outbox.put(person, {
      camera: 'here',
      page: this.#page,
      said: 0,
      to: page,
      shows: this.#shows(person),
      heard: shows,
      line,
      ask,
      lost,
    });
  }

  #greeted(person: number, signal: Here): void {
    let other = this.#others.get(signal.page);
    if (other && other.person !== person) return;
    if (!other && this.#older.has(signal.page) && this.others.some((newer) => newer.person === person)) return;
    const known = other !== undefined;
    other ??= this.#meet(person, signal.page);
    const shows = television(person) ? NOTHING : asShows(signal.shows);
    if (signal.said < other.said) return; // it was late
    other.said = signal.said;
    const news = !same(other.shows, shows);
    other.shows = shows;
    if (!('to' in signal)) {
      this.#tell(other);
      if (known) this.#resume(other);
    } else {
      other.heard = asShows(signal.heard);
      const late = this.#lined(other, signal.line, signal.lost === true);
      if (signal.ask === true || news || late || !same(other.heard, this.#shows(person))) this.#tell(other);
    }
    if (news) other.patience.rest();
    this.#sync(other);
    this.#on.changed();
  }

  #meet(person: number, page: string): Other {
    this.#older.delete(page);
    for (const old of this.others) {
      if (old.person !== person) continue;
      this.#older.add(old.page); // they loaded it anew, or sit at another one
      this.#drop(old);
    }
    const other: Other = {
      ...{ person, page, shows: { video: false, audio: false }, heard: null, said: 0, line: 0, tracks: [], peer: null },
      patience: this.#patience((tries) => this.#mend(other, tries)),
    };
    if (this.#leads(other)) other.line = this.#lines += 1;
    this.#others.set(page, other);
    this.#seek();
    return other;
  }

  /** Takes the number of the line the other page speaks of. Gives whether that page is to be told a newer one. */
  #lined(other: Other, line: number, lost: boolean): boolean {
    if (!this.#leads(other)) {
      if (line > other.line) {
        if (other.line) other.patience.tried();
        this.#renew(other, line);
      }
      return false;
    }
    if (lost && line === other.line) {
      other.patience.tried();
      this.#renew(other);
    }
    return line !== other.line;
  }

  #noted(other: Other, line: number, notes: Note[]): void {
    if (!Array.isArray(notes)) return;
    this.#lined(other, line, false);
    if (line !== other.line) return;
    const peer = other.peer ?? this.#open(other);
    for (const note of notes) void peer.receive(note);
    this.#watch(other);
  }

  #drop(other: Other): void {
    other.patience.rest();
    other.peer?.close();
    this.#outbox.drop(other.page);
    this.#others.delete(other.page);
    this.#seek();
    this.#on.changed();
  }

  // -- what does not come about

  /** Something is to be seen or heard of one or the other, and the connection for it does not work or has not brought it. */
  #apart({ person, shows, peer, tracks }: Other): boolean {
    if (![this.#shows(person), shows].some(({ video, audio }) => video || audio)) return false;
    return !peer?.settled || KINDS.some((kind) => shows[kind] && !tracks.some((track) => track.kind === kind));
  }

  #watch(other: Other): void {
    const here = this.#people.get(other.person)?.here;
    if (here && (this.#apart(other) || !same(other.heard, this.#shows(other.person)))) other.patience.wait();
    else other.patience.rest();
  }

  #mend(other: Other, tries: number): void {
    const { peer } = other;
    const stuck = peer?.state === 'failed' || (peer && peer.state !== 'connected' && !peer.unanswered);
    if (this.#apart(other) && (stuck || tries > REPEATS)) {
      if (this.#leads(other)) this.#renew(other);
      else this.#tell(other, { lost: true });
    } else {
      this.#tell(other, { ask: true });
      peer?.repeat();
    }
    this.#sync(other);
  }

  /** Messages may have been lost, and now there is hope: what is open is said again. */
  #resume(other: Other): void {
    other.patience.rest();
    other.peer?.repeat();
    this.#watch(other);
  }

  /** Gives up a connection for another one. */
  #renew(other: Other, line = (this.#lines += 1)): void {
    other.peer?.close();
    this.#outbox.drop(other.page);
    Object.assign(other, { line, peer: null, tracks: [] });
    this.#tell(other);
  }

  // -- the connection

  /** Two pages that show nothing need no connection. */
  #sync(other: Other): void {
    if (this.#leads(other) && !other.peer && this.#apart(other)) this.#open(other).begin();
    if (other.peer) this.#fill(other.peer, other.person);
    this.#watch(other);
  }

  #fill(peer: Peer, to: number): void {
    peer.show('video', this.#mine.video);
    peer.show('audio', television(to) ? null : this.#mine.audio);
    this.#measure();
  }

  #measure(): void {
    const share = Math.round(UPSTREAM / Math.max(1, this.#others.size));
    for (const { peer } of this.#others.values()) {
      peer?.measure('video', { bits: Math.min(MOST, Math.max(LEAST, share)), pictures: PICTURES });
      peer?.measure('audio', { bits: SOUND });
    }
  }

  #open(other: Other): Peer {
    const { person, page, line } = other;
    const peer = new Peer(
      this.#on.connect(),
      { polite: !this.#leads(other), takes: !television(person) },
      {
        send: (note) => this.#outbox.put(person, { camera: 'notes', page: this.#page, to: page, line, notes: [note] }),
        track: (track) => {
          other.tracks = [...other.tracks.filter((old) => old.kind !== track.kind), track];
          this.#watch(other);
          this.#on.changed();
        },
        state: () => this.#turned(other),
      },
    );
    other.peer = peer;
    this.#fill(peer, person);
    return peer;
  }

  #turned(other: Other): void {
    const failed = other.peer?.state === 'failed';
    if (failed && !this.#people.get(other.person)?.here) return this.#drop(other);
    this.#watch(other);
    if (failed) other.patience.hurry();
    this.#on.changed();
  }
}
