/*
 * The people who share this device at a table. Each has a chair, a line and a view of their own, as anybody has; one of them
 * has the device, and between two of them nothing is in sight that anybody may not see.
 */

import type { Ending, TableRoom } from '../table/room.svelte.ts';
import '../../words/later.ts';

/** So long the table stays in sight, in ms, before the device asks for the next person. */
export const LOOK = 1_500;
/** What ends one person's stay alone. */
const PERSONAL: (Ending | null)[] = ['removed', 'barred', 'moved', 'void', 'elsewhere'];

/** Whether a person is to act in person. */
function asked({ seat, view, me }: TableRoom): boolean {
  return seat !== null && view.asked.includes(seat) && !me?.covered;
}

/** Whoever has the device reads or writes something that must not vanish under their hands. */
function busy(): boolean {
  const at = document.activeElement;
  const writes = (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) && at.value !== '';
  return writes || document.querySelector('dialog[open]') !== null;
}

export class Household {
  readonly #open: (person: number) => TableRoom;
  #rooms: TableRoom[] = $state.raw([]);
  /** Who has said that they have the device. */
  #holder: TableRoom | null = $state.raw(null);
  #last: TableRoom | null = $state.raw(null);
  /** Whoever has the device took it while another was asked: they keep it until they hand it over, or have been asked too. */
  #lent = $state(false);
  /** Another than who has the device is asked, and what came before has been shown. */
  readonly #called = $derived.by(() => {
    const from = this.#holder;
    return (
      from !== null && this.#playing && !this.#lent && !from.moving && !from.waiting && !asked(from) && this.#rooms.some(asked)
    );
  });
  /** Of whom it was said in which lobby that they are ready. */
  #ready = new WeakMap<TableRoom, number>();
  #stop: () => void;

  /** `first` is open already, `open` opens the table for another of `people`. */
  constructor(first: TableRoom, people: number[], open: (person: number) => TableRoom) {
    this.#open = open;
    this.#rooms = [first];
    for (const person of people) this.add(person);
    this.#stop = $effect.root(() => {
      $effect(() => this.#gone());
      $effect(() => this.#rest());
      $effect(() => {
        if (this.#holder && asked(this.#holder)) this.#lent = false;
      });
      $effect(() => this.#look());
      $effect(() => this.#attend());
      $effect(() => this.#agree());
      $effect(() => this.#beReady());
    });
  }

  get rooms(): TableRoom[] {
    return this.#rooms;
  }

  /** Whose table is drawn: of whoever has the device; where all is open, of the host, if present. */
  get front(): TableRoom {
    return this.#holder ?? this.#rooms.find((room) => room.host) ?? this.#rooms[0]!;
  }

  /** The device is between two people: nothing is drawn that is one person's alone. */
  get covered(): boolean {
    return this.#playing && this.#holder === null;
  }

  /** Who had the device before. */
  get last(): TableRoom | null {
    return this.#last;
  }

  /** Who is asked next of those who are here, in the order of the seats; null while nobody is. */
  get next(): TableRoom | null {
    const order = this.seated;
    const from = order.findIndex((room) => room === this.#last) + 1;
    return [...order.slice(from), ...order.slice(0, from)].find(asked) ?? null;
  }

  /** Those who are here, in the order of the seats. */
  get seated(): TableRoom[] {
    return this.#rooms.toSorted((a, b) => (a.seat ?? 0) - (b.seat ?? 0));
  }

  asks(room: TableRoom): boolean {
    return asked(room);
  }

  holds(person: number): boolean {
    return this.#rooms.some((room) => room.chair === person);
  }

  /** Another chair of this device's. */
  add(person: number): void {
    if (!this.holds(person)) this.#rooms = [...this.#rooms, this.#open(person)];
  }

  /** This person has the device now. */
  take(room: TableRoom): void {
    this.#lent = !asked(room) && this.#rooms.some(asked);
    this.#holder = this.#last = room;
  }

  /** The device goes on to somebody else. */
  handOver(): void {
    this.#holder = null;
  }

  leave(): void {
    this.#stop();
    for (const room of this.#rooms) room.leave();
  }

  get #playing(): boolean {
    return this.#rooms.some((room) => room.here && room.table.status === 'playing');
  }

  /** Whoever sits here no more is drawn no more; the last one is told why. */
  #gone(): void {
    const gone = this.#rooms.filter((room) => PERSONAL.includes(room.ending) || (room.here && (!room.me || room.me.left)));
    if (!gone.length || gone.length === this.#rooms.length) return;
    for (const room of gone) room.leave();
    this.#rooms = this.#rooms.filter((room) => !gone.includes(room));
    if (gone.includes(this.#holder!)) this.#holder = null;
    if (gone.includes(this.#last!)) this.#last = null;
  }

  /** Before and after a match all is open, and nobody holds anything. */
  #rest(): void {
    if (this.#playing || this.#holder?.moving) return;
    this.#holder = this.#last = null;
  }

  /** When nothing more is asked of whoever has the device, and something is of another, the other is called. */
  #look(): (() => void) | undefined {
    if (!this.#called) return undefined;
    const timer = setInterval(() => !busy() && this.handOver(), LOOK);
    return () => clearInterval(timer);
  }

  #attend(): void {
    const before = this.covered ? null : this.front;
    for (const room of this.#rooms) {
      if (room === before) void room.attend();
      else room.stepAside();
    }
  }

  /** They sit beside each other: what one agrees to, or asks of the table, the others here agree to. */
  #agree(): void {
    const proposal = this.front.here ? this.front.table.proposal : null;
    if (!proposal || !this.#rooms.some(({ chair }) => proposal.agreed.includes(chair!))) return;
    for (const room of this.#rooms) if (!proposal.agreed.includes(room.chair!)) void room.beside({ type: 'agree', yes: true });
  }

  /** Whoever was seated here by another is ready. */
  #beReady(): void {
    for (const room of this.#rooms) {
      if (
        room === this.front ||
        !room.me ||
        room.me.ready ||
        room.table.status !== 'lobby' ||
        this.#ready.get(room) === room.table.match
      )
        continue;
      this.#ready.set(room, room.table.match);
      void room.beside({ type: 'ready', ready: true });
    }
  }
}
