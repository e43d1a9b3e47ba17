/*
 * Pieces that travel and turn. A piece never appears or fades: it comes from where it lay. Places carry `data-place`;
 * remember() measures them, then the new picture is drawn, then arrive(), depart() and turn() move the elements.
 * Where motion is unwelcome nothing moves, and the piece that came is outlined for a second.
 */

export const MOVE = 320;
export const TURN = 420;
/** Between two cards that are dealt. */
export const DEAL = 60;
/** Before a column leaves, so that it is seen. */
export const BREATH = 300;
const OUTLINE = 1000;
/** A browser that draws no frames (a hidden tab) never ends an animation. */
const GRACE = 250;

const EASE = 'cubic-bezier(.2, .8, .2, 1)';
const LIFTED = 'drop-shadow(0 14px 12px rgb(20 8 2 / .42))';
const LYING = 'drop-shadow(0 0 0 rgb(20 8 2 / 0))';

/** What is in motion now: each ends at once when its function is called. */
const running = new Set<() => void>();
/** The share of its full length that a motion takes; 0: nothing moves. */
let tempo = 1;

/** Sets how long motions take from now on, as a share of their full length. */
export function setTempo(share: number): void {
  tempo = share;
}

/** Ends every motion now; none begins until the tempo is set anew. */
export function hasten(): void {
  tempo = 0;
  for (const end of [...running]) end();
}

/** A length at the present tempo, in ms. */
const paced = (ms: number): number => ms * tempo;

/** Whether the person, the system or a hidden tab asks for no motion, or what is shown is to be over at once. */
export function still(): boolean {
  if (tempo === 0 || document.hidden || document.documentElement.dataset['motion'] === 'less') return true;
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Resolves after `ms` at the present tempo, or when everything is hastened. */
export function wait(ms: number): Promise<void> {
  return still() ? Promise.resolve() : within(paced(ms));
}

/** Resolves after `ms`, or when everything is hastened. */
function within(ms: number): Promise<void> {
  return new Promise((done) => {
    const over = (): void => {
      clearTimeout(timer);
      running.delete(over);
      done();
    };
    const timer = setTimeout(over, ms);
    running.add(over);
  });
}

/** Animates an element at the present tempo; what is hastened is at its end at once. */
export function animate(element: HTMLElement, frames: Keyframe[], options: KeyframeAnimationOptions): Animation {
  const { duration, delay = 0, ...rest } = options;
  const animation = element.animate(frames, { ...rest, duration: paced(duration as number), delay: paced(delay) });
  const end = (): void => animation.finish();
  running.add(end);
  void animation.finished.catch(() => undefined).finally(() => running.delete(end));
  return animation;
}

function outline(element: HTMLElement): void {
  element.classList.add('settled');
  setTimeout(() => element.classList.remove('settled'), OUTLINE);
}

async function run(element: HTMLElement, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<Animation> {
  const animation = animate(element, frames, options);
  element.style.zIndex = '20';
  const total = paced((options.duration as number) + (options.delay ?? 0));
  await Promise.race([animation.finished.catch(() => undefined), within(total + GRACE)]);
  element.style.zIndex = '';
  return animation;
}

/** The transform that puts an element lying in `home` over `box`. */
function over(home: DOMRect, box: DOMRect, share = 1): string {
  const x = (box.left + box.width / 2 - home.left - home.width / 2) * share;
  const y = (box.top + box.height / 2 - home.top - home.height / 2) * share;
  const scale = home.width === 0 ? 1 : 1 + (box.width / home.width - 1) * share;
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

export interface Journey {
  /** Turns the card on its way; called at the edge, when the face may be put on. */
  turn?: () => void | Promise<void>;
  delay?: number;
}

export class Stage {
  readonly #root: HTMLElement;
  #boxes = new Map<string, DOMRect>();

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  at(place: string): HTMLElement | null {
    return this.#root.querySelector<HTMLElement>(`[data-place="${place}"]`);
  }

  /** Measures every place as it is drawn now, where anything is going to move. */
  remember(): void {
    this.#boxes = new Map();
    if (still()) return;
    for (const element of this.#root.querySelectorAll<HTMLElement>('[data-place]')) {
      this.#boxes.set(element.dataset['place']!, element.getBoundingClientRect());
    }
  }

  /** The piece that now lies at a place comes from where another place was. */
  async arrive(place: string, from: string, { turn, delay = 0 }: Journey = {}): Promise<void> {
    const element = this.at(place);
    const box = this.#boxes.get(from);
    if (!element || !box || still()) {
      await turn?.();
      if (element) outline(element);
      return;
    }
    const home = element.getBoundingClientRect();
    if (!turn) {
      const frames = [
        { transform: over(home, box), filter: LYING },
        { filter: LIFTED, offset: 0.4 },
        { transform: 'none', filter: LYING },
      ];
      await run(element, frames, { duration: MOVE, delay, easing: EASE, fill: 'backwards' });
      return;
    }
    const start = `${over(home, box)} perspective(700px) rotateY(0deg)`;
    const edge = (degrees: number) => `${over(home, box, 0.5)} perspective(700px) rotateY(${degrees}deg)`;
    const first = [
      { transform: start, filter: LYING },
      { transform: edge(90), filter: LIFTED },
    ];
    const held = await run(element, first, { duration: TURN / 2, delay, easing: 'ease-in', fill: 'both' });
    await turn();
    held.cancel();
    const second = [
      { transform: edge(-90), filter: LIFTED },
      { transform: 'perspective(700px) rotateY(0deg)', filter: LYING },
    ];
    await run(element, second, { duration: TURN / 2, easing: 'ease-out' });
  }

  /** Pieces leave their places together for another one; `gone` draws the picture without them. */
  async depart(places: string[], to: string, gone: () => Promise<void>): Promise<void> {
    const target = this.at(to)?.getBoundingClientRect();
    const elements = places.map((place) => this.at(place)).filter((element) => element !== null);
    if (!target || still()) {
      await gone();
      const end = this.at(to);
      if (end) outline(end);
      return;
    }
    const runs = elements.map((element) => {
      const transform = over(element.getBoundingClientRect(), target);
      const frames = [{ filter: LYING }, { filter: LIFTED, offset: 0.5 }, { transform, filter: LYING }];
      return run(element, frames, { duration: MOVE * 1.25, easing: EASE, fill: 'forwards' });
    });
    const ended = await Promise.all(runs);
    await gone();
    for (const animation of ended) animation.cancel();
  }

  /** Turns a card about its long axis where it lies; the face is put on at the edge. */
  async turn(place: string, face: () => void | Promise<void>): Promise<void> {
    this.#boxes.set(place, this.at(place)?.getBoundingClientRect() ?? new DOMRect());
    await this.arrive(place, place, { turn: face });
  }
}
