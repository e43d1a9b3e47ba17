/* What is said while a round is shown once more. */

import type { Room } from '$lib/game.ts';
import { counted } from './cast.ts';
import { fooled, type Copied } from './laugh.ts';
import type { Again } from './laughing.svelte.ts';
import type { Prompt } from './prompt.ts';

/** Who copied whom, what, and how late; who knew and copied a monkey is told so. */
export function copiedLine(room: Room, copied: Copied): string {
  const { view, seat, words } = room;
  const who = copied.seat === seat ? 'you' : copied.of === seat ? 'to_you' : 'other';
  const of = fooled(view, copied) ? 'fooled' : 'copied';
  const values = { name: room.name(copied.seat), of: room.name(copied.of), gesture: words(`values.gesture.${copied.gesture}`) };
  return counted(words, `table.laugh.${of}.${who}`, copied.late, values);
}

export function saidOf(room: Room, { beat, beats, copied }: Again): Prompt {
  const { words } = room;
  const help = copied ? copiedLine(room, copied) : words('table.beat', { beat: (beat ?? 0) + 1, all: beats });
  return { title: words(beat === null ? 'table.laugh.pair' : 'table.laugh.title'), help };
}
