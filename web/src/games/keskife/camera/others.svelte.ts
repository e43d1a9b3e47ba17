/* The other pages at the table: what is seen of them, and what they are shown. */

import { config } from '$lib/api.ts';
import type { Room } from '$lib/game.ts';
import { Mesh, type Someone } from './mesh.ts';
import type { Shows } from './outbox.ts';
import { KINDS, type Kind } from './peer.ts';

/** What is seen of another person. */
export interface Seen {
  shows: Shows;
  stream: MediaStream | null;
  state: RTCPeerConnectionState;
}

/** There is a picture to see. */
export const pictured = (seen: Seen | undefined): boolean =>
  Boolean(seen?.shows.video && seen.stream?.getVideoTracks().length && seen.state === 'connected');

/** Random enough to be unique at a table; `crypto.randomUUID` is missing on plain http. */
const named = (): string => Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join('');

export class Others {
  /** By the address of each, as far as their pages are known: a person's number, or a television's below zero. */
  seen: Map<number, Seen> = $state.raw(new Map());
  readonly #room: Room;
  readonly #shown: Record<Kind, MediaStreamTrack | null> = { video: null, audio: null };
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
      send: (address, signal) => this.#room.signal(address, signal),
      connect: () => new RTCPeerConnection({ iceServers: ice }),
      changed: () => this.#look(),
    });
    this.#mesh = mesh;
    this.#room.signalled = (address, data) => mesh.receive(address, data);
    mesh.people(this.#people);
    for (const kind of KINDS) mesh.show(kind, this.#shown[kind]);
  }

  /** Who else is to see or to be seen. */
  people(all: Someone[]): void {
    this.#people = all;
    this.#mesh?.people(all);
  }

  /** The line to the room is back. */
  again(): void {
    this.#mesh?.again();
  }

  /** Shows a track to them, or none any more. */
  show(kind: Kind, track: MediaStreamTrack | null): void {
    this.#shown[kind] = track;
    this.#mesh?.show(kind, track);
  }

  /** The page goes out of sight for good. */
  leave(): void {
    this.#mesh?.leave();
  }

  close(): void {
    this.#gone = true;
    this.leave();
    this.#room.signalled = null;
  }

  #look(): void {
    const others = this.#mesh?.others ?? [];
    for (const page of this.#streams.keys()) if (!others.some((other) => other.page === page)) this.#streams.delete(page);
    this.seen = new Map(
      others.map(({ person, page, shows, tracks, peer }) => [
        person,
        { shows: { ...shows }, stream: this.#streamOf(page, tracks), state: peer?.state ?? 'new' },
      ]),
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
