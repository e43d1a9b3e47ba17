/* This page's camera and microphone, and what it sees of the others'. Nothing is opened before `turn` is called. */

import { config } from '$lib/api.ts';
import type { Room } from '$lib/game.ts';
import { MediaTrouble, open, type Trouble } from './media.ts';
import { Mesh, type Someone } from './mesh.ts';
import type { Shows } from './outbox.ts';
import type { Kind } from './peer.ts';

/** What is seen of another person. */
export interface Seen {
  shows: Shows;
  stream: MediaStream | null;
  state: RTCPeerConnectionState;
}

export interface Own {
  state: 'off' | 'asking' | 'on';
  trouble: Trouble | null;
}

/** Random enough to be unique at a table; `crypto.randomUUID` is missing on plain http. */
const named = (): string => Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join('');

export class Cameras {
  video: Own = $state({ state: 'off', trouble: null });
  audio: Own = $state({ state: 'off', trouble: null });
  /** The other people by their number, as far as their pages are known. */
  seen: Map<number, Seen> = $state.raw(new Map());
  /** This page's own picture. */
  own: MediaStream | null = $state.raw(null);
  readonly #room: Room;
  readonly #tracks: Record<Kind, MediaStreamTrack | null> = { video: null, audio: null };
  readonly #streams = new Map<string, MediaStream>();
  #mesh: Mesh | null = null;
  #people: Someone[] = [];
  #gone = false;

  constructor(room: Room) {
    this.#room = room;
    void this.#begin();
  }

  async #begin(): Promise<void> {
    // Without the list, cameras in one network still find each other.
    const { ice } = await config().catch(() => ({ ice: [] as RTCIceServer[] }));
    if (this.#gone) return;
    const mesh = new Mesh(named(), {
      send: (person, signal) => this.#room.signal(person, signal),
      connect: () => new RTCPeerConnection({ iceServers: ice }),
      changed: () => this.#look(),
    });
    this.#mesh = mesh;
    this.#room.signalled = (person, data) => mesh.receive(person, data);
    mesh.people(this.#people);
    for (const kind of ['video', 'audio'] as const) mesh.show(kind, this.#tracks[kind]);
  }

  /** Who else sits at the table. */
  people(all: Someone[]): void {
    this.#people = all;
    this.#mesh?.people(all);
  }

  /** The line to the room is back. */
  again(): void {
    this.#mesh?.again();
  }

  /** Turns the camera or the microphone on, which the person has asked for, or off. */
  async turn(kind: Kind, on: boolean): Promise<void> {
    if (!on) return this.#off(kind, null);
    if (this[kind].state !== 'off') return;
    this[kind] = { state: 'asking', trouble: null };
    try {
      const track = await open(kind);
      if (this.#gone || this[kind].state !== 'asking') return track.stop(); // turned off while the browser asked
      track.onended = () => this.#off(kind, 'ended');
      this.#set(kind, track);
      this[kind] = { state: 'on', trouble: null };
    } catch (error) {
      if (this[kind].state === 'asking') this[kind] = { state: 'off', trouble: error instanceof MediaTrouble ? error.trouble : 'failed' };
    }
  }

  /** The page goes out of sight for good, and so does the picture. */
  leave(): void {
    this.#mesh?.leave();
    for (const kind of ['video', 'audio'] as const) this.#off(kind, null);
  }

  close(): void {
    this.#gone = true;
    this.leave();
    this.#room.signalled = null;
  }

  #off(kind: Kind, trouble: Trouble | null): void {
    this.#tracks[kind]?.stop();
    this.#set(kind, null);
    this[kind] = { state: 'off', trouble };
  }

  #set(kind: Kind, track: MediaStreamTrack | null): void {
    this.#tracks[kind] = track;
    if (kind === 'video') this.own = track && new MediaStream([track]);
    this.#mesh?.show(kind, track);
  }

  #look(): void {
    const others = this.#mesh?.others ?? [];
    for (const page of this.#streams.keys()) if (!others.some((other) => other.page === page)) this.#streams.delete(page);
    this.seen = new Map(
      others.map(({ person, page, shows, tracks, peer }) => [person, { shows: { ...shows }, stream: this.#streamOf(page, tracks), state: peer?.state ?? 'new' }]),
    );
  }

  /** One stream a page, so that a picture that is shown goes on when another track joins it. */
  #streamOf(page: string, tracks: MediaStreamTrack[]): MediaStream | null {
    if (!tracks.length) return null;
    const stream = this.#streams.get(page) ?? new MediaStream();
    this.#streams.set(page, stream);
    for (const old of stream.getTracks()) if (!tracks.includes(old)) stream.removeTrack(old);
    for (const track of tracks) stream.addTrack(track);
    return stream;
  }
}
