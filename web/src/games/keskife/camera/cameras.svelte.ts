/* This page's camera and microphone, and what it sees of the others'. Nothing is opened before `turn` is called. */

import type { Room } from '$lib/game.ts';
import { filmOf, type Film } from './film.ts';
import { LastSeconds } from './last-seconds.ts';
import { MediaTrouble, open, type Trouble } from './media.ts';
import type { Someone } from './mesh.ts';
import { Others, type Seen } from './others.svelte.ts';
import { KINDS, type Kind } from './peer.ts';

export interface Own {
  state: 'off' | 'asking' | 'on';
  trouble: Trouble | null;
}

export class Cameras {
  video: Own = $state({ state: 'off', trouble: null });
  audio: Own = $state({ state: 'off', trouble: null });
  /** This page's own picture. */
  own: MediaStream | null = $state.raw(null);
  /** The person said yes to being shown once more after the fingers. */
  laughs = $state(false);
  readonly #others: Others;
  readonly #film: (track: MediaStreamTrack) => Film;
  #last: LastSeconds | null = null;
  readonly #tracks: Record<Kind, MediaStreamTrack | null> = { video: null, audio: null };
  #gone = false;

  constructor(room: Room, film = filmOf) {
    this.#others = new Others(room);
    this.#film = film;
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

  /** Says whether the last seconds of this camera may be shown once more; a no forgets them at once. */
  laugh(yes: boolean): void {
    this.laughs = yes;
    if (!yes) this.#forget();
  }

  /**
   * Where the round stands: while all act the last seconds are kept, when the fingers are out they are shown once, in the
   * picture's place, to whoever sees it; only with the camera on and the person's yes. Anything else forgets them.
   */
  follow(phase: string): void {
    if (phase === 'act') {
      const { video } = this.#tracks;
      if (this.laughs && video && !this.#last) this.#last = new LastSeconds(this.#film(video));
    } else if (phase === 'count_out' || phase === 'point') this.#last?.rest();
    else if (phase === 'show' || phase === 'over') void this.#laugh();
    else this.#forget();
  }

  async #laugh(): Promise<void> {
    const last = this.#last;
    if (!last || last.shown) return;
    await last.show((track) => this.#picture(track)).catch(() => undefined); // a browser that cannot: the picture of now stays
    if (last === this.#last) this.#forget();
  }

  #forget(): void {
    if (!this.#last) return;
    this.#last.forget();
    this.#last = null;
    this.#picture(this.#tracks.video);
  }

  /** The page goes out of sight for good, and so does the picture. */
  leave(): void {
    this.#others.leave();
    for (const kind of KINDS) this.#off(kind, null);
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
    if (kind === 'audio') return this.#others.show(kind, track);
    this.#forget();
    this.#picture(track);
  }

  /** What is seen of this page: its camera, or what that saw before. */
  #picture(track: MediaStreamTrack | null): void {
    this.own = track && new MediaStream([track]);
    this.#others.show('video', track);
  }
}
