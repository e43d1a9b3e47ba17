/* The last seconds of one's own camera, kept in this page's memory until they have been shown once more. */

import type { Film } from './film.ts';

/** Pictures a second, and how many seconds of them are kept and shown: so many are asked for in words. */
const PACE = 8;
const SECONDS = 6;

export class LastSeconds {
  readonly #film: Film;
  #pictures: ImageBitmap[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;
  #track: MediaStreamTrack | null = null;
  #gone = false;

  /** It is their moment, or it is over. */
  shown = false;

  /** Keeps the last seconds from now on. */
  constructor(film: Film) {
    this.#film = film;
    this.#timer = setInterval(() => void this.#take(), 1_000 / PACE);
  }

  /** The last picture is taken. */
  rest(): void {
    clearInterval(this.#timer);
  }

  /** Shows them once: `begun` gets the track they run on. Resolves, and forgets them, at their end. */
  async show(begun: (track: MediaStreamTrack) => void): Promise<void> {
    this.rest();
    this.shown = true;
    if (!this.#pictures.length) return this.forget();
    const { track, draw } = this.#film.screen();
    this.#track = track;
    begun(track);
    for (const picture of [...this.#pictures]) {
      if (this.#gone) return;
      draw(picture);
      await new Promise((done) => setTimeout(done, 1_000 / PACE));
    }
    this.forget();
  }

  forget(): void {
    this.#gone = true;
    this.rest();
    this.#track?.stop();
    for (const picture of this.#pictures) picture.close();
    this.#pictures = [];
    this.#film.close();
  }

  async #take(): Promise<void> {
    const picture = await this.#film.take().catch(() => null);
    if (!picture) return;
    if (this.#gone) return picture.close();
    this.#pictures.push(picture);
    while (this.#pictures.length > PACE * SECONDS) this.#pictures.shift()!.close();
  }
}
