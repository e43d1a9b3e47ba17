/* Everybody connected with everybody who shows something. Pages find each other by signals; pictures never pass the room. */

import { Outbox, type Shows, type Signal } from './outbox.ts';
import { Peer, type Kind, type Note } from './peer.ts';

/** Bits a second for all pictures this page sends together, and the least and most for one. */
const UPSTREAM = 1_600_000;
const [LEAST, MOST] = [64_000, 220_000];
const PICTURES = 15;
const SOUND = 24_000;

export interface MeshEvents {
  send(person: number, signal: Signal): void;
  connect(): RTCPeerConnection;
  /** Something about the others has changed. */
  changed(): void;
}

/** Another person's page, as far as this one knows it. */
export interface Other {
  person: number;
  page: string;
  shows: Shows;
  tracks: MediaStreamTrack[];
  peer: Peer | null;
}

/** Somebody who could have a camera, and whether his line to the room is up. */
export interface Someone {
  person: number;
  here: boolean;
}

export class Mesh {
  readonly #page: string;
  readonly #on: MeshEvents;
  readonly #outbox: Outbox;
  readonly #others = new Map<string, Other>();
  #people = new Map<number, Someone>();
  #mine: Record<Kind, MediaStreamTrack | null> = { video: null, audio: null };

  /** `page` is this page's own random name. */
  constructor(page: string, on: MeshEvents) {
    this.#page = page;
    this.#on = on;
    this.#outbox = new Outbox((person, signal) => on.send(person, signal));
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
    }
    for (const { person } of all) if (!before.has(person)) this.#greet(person);
  }

  /** Shows a track to everybody, or takes it away. */
  show(kind: Kind, track: MediaStreamTrack | null): void {
    this.#mine[kind] = track;
    for (const other of this.others) {
      this.#outbox.put(other.person, this.#here(other.page));
      this.#sync(other);
    }
  }

  /** The line to the room is back: whatever was said meanwhile is lost. */
  again(): void {
    this.#outbox.drop();
    for (const person of this.#people.keys()) this.#greet(person);
    for (const other of this.others) other.peer?.resume();
  }

  /** Takes leave of everybody. */
  leave(): void {
    this.#outbox.close();
    for (const other of this.others) {
      this.#on.send(other.person, { camera: 'bye', page: this.#page });
      this.#drop(other);
    }
  }

  receive(person: number, data: unknown): void {
    const signal = data as Signal | null;
    if (!this.#people.has(person) || typeof signal?.page !== 'string') return;
    if ('to' in signal && signal.to !== this.#page) return;
    if (signal.camera === 'here') this.#greeted(person, signal);
    if (signal.camera === 'bye') this.#dropped(person, signal.page);
    if (signal.camera === 'notes') this.#noted(person, signal.page, signal.notes);
  }

  #here(to?: string): Signal {
    const shows = { video: this.#mine.video !== null, audio: this.#mine.audio !== null };
    return { camera: 'here', page: this.#page, shows, ...(to === undefined ? {} : { to }) };
  }

  #greet(person: number): void {
    this.#outbox.put(person, this.#here());
  }

  #greeted(person: number, { page, to, shows }: Signal & { camera: 'here' }): void {
    let other = this.#of(person, page);
    if (other) {
      if (to === undefined) other.peer?.resume();
    } else {
      for (const old of this.others) if (old.person === person) this.#drop(old); // his page was loaded anew, or he sits at another one
      other = { person, page, shows: { video: false, audio: false }, tracks: [], peer: null };
      this.#others.set(page, other);
    }
    other.shows = { video: Boolean(shows?.video), audio: Boolean(shows?.audio) };
    if (to === undefined) this.#outbox.put(person, this.#here(page));
    this.#sync(other);
    this.#on.changed();
  }

  #dropped(person: number, page: string): void {
    const other = this.#of(person, page);
    if (other) this.#drop(other);
  }

  #noted(person: number, page: string, notes: Note[]): void {
    const other = this.#of(person, page);
    if (!other || !Array.isArray(notes)) return;
    const peer = this.#peerOf(other);
    for (const note of notes) void peer.receive(note);
  }

  #of(person: number, page: string): Other | undefined {
    const other = this.#others.get(page);
    return other?.person === person ? other : undefined;
  }

  #drop(other: Other): void {
    other.peer?.close();
    this.#outbox.drop(other.page);
    this.#others.delete(other.page);
    this.#on.changed();
  }

  /** Two pages that show nothing need no connection. */
  #sync(other: Other): void {
    if (!this.#mine.video && !this.#mine.audio && !other.peer) return;
    const peer = this.#peerOf(other);
    peer.show('video', this.#mine.video);
    peer.show('audio', this.#mine.audio);
    this.#measure();
  }

  #measure(): void {
    const share = Math.round(UPSTREAM / Math.max(1, this.#others.size));
    for (const { peer } of this.#others.values()) {
      peer?.measure('video', { bits: Math.min(MOST, Math.max(LEAST, share)), pictures: PICTURES });
      peer?.measure('audio', { bits: SOUND });
    }
  }

  #peerOf(other: Other): Peer {
    other.peer ??= new Peer(this.#on.connect(), this.#page < other.page, {
      send: (note) => this.#outbox.put(other.person, { camera: 'notes', page: this.#page, to: other.page, notes: [note] }),
      track: (track) => {
        other.tracks = [...other.tracks.filter((old) => old.kind !== track.kind), track];
        this.#on.changed();
      },
      state: (state) => {
        if (state === 'failed' && !this.#people.get(other.person)?.here) this.#drop(other);
        else this.#on.changed();
      },
    });
    return other.peer;
  }
}
