/* This page's camera and microphone, and what it sees of the others'. Nothing is opened before `turn` is called. */

import type { Room } from '$lib/game.ts';
import { MediaTrouble, open, type Trouble } from './media.ts';
import type { Someone } from './mesh.ts';
import { Others, type Seen } from './others.svelte.ts';
import type { Kind } from './peer.ts';

export interface Own {
  state: 'off' | 'asking' | 'on';
  trouble: Trouble | null;
}

export class Cameras {
  video: Own = $state({ state: 'off', trouble: null });
  audio: Own = $state({ state: 'off', trouble: null });
  /** This page's own picture. */
  own: MediaStream | null = $state.raw(null);
  readonly #others: Others;
  readonly #tracks: Record<Kind, MediaStreamTrack | null> = { video: null, audio: null };
  #gone = false;

  constructor(room: Room) {
    this.#others = new Others(room);
  }

  /** The other people by their number, as far as their pages are known. */
  get seen(): Map<number, Seen> {
    return this.#others.seen;
  }

  /** Who else sits at the table, and the televisions that are shown this picture. */
  people(all: Someone[]): void {
    this.#others.people(all);
  }

  /** The line to the room is back. */
  again(): void {
    this.#others.again();
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
      if (this[kind].state === 'asking')
        this[kind] = { state: 'off', trouble: error instanceof MediaTrouble ? error.trouble : 'failed' };
    }
  }

  /** The page goes out of sight for good, and so does the picture. */
  leave(): void {
    this.#others.leave();
    for (const kind of ['video', 'audio'] as const) this.#off(kind, null);
  }

  close(): void {
    this.#gone = true;
    this.leave();
    this.#others.close();
  }

  #off(kind: Kind, trouble: Trouble | null): void {
    this.#tracks[kind]?.stop();
    this.#set(kind, null);
    this[kind] = { state: 'off', trouble };
  }

  #set(kind: Kind, track: MediaStreamTrack | null): void {
    this.#tracks[kind] = track;
    if (kind === 'video') this.own = track && new MediaStream([track]);
    this.#others.show(kind, track);
  }
}
