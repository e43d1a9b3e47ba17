/* What is said about a seat and its coasters. */

import type { Room, Say } from '$lib/game.ts';
import type { Lying } from './scene.svelte.ts';

/** What somebody said last in the bidding. */
export type Word = number | 'pass' | null;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const numberIn = (n: number, say: Say): string => say(`table.n.${n}`);

/** What a seat has, wherever it lies. */
export const ownedBy = (now: Lying, seat: number): number => now.hand[seat]! + now.down[seat]! + now.up[seat]!.length;

export function onTable(now: Lying, say: Say): string {
  const n = now.down.reduce((sum, down, seat) => sum + down + now.up[seat]!.length, 0);
  return say(`table.lying.${n === 0 ? 'none' : n === 1 ? 'one' : 'other'}`, { n });
}

/** What every seat said since the bidding began; nothing once it is over. */
export function wordsSaid(room: Room, now: Lying): Word[] {
  const { cells, players } = room.view;
  const words = new Array<Word>(players).fill(null);
  if (!now.bidding || cells.bid === 0) return words;
  for (let i = room.story.length - 1; i >= 0 && room.story[i]!.event !== 'began'; i--) {
    const { event, seat, bid } = room.story[i]!;
    if (event === 'bid' && seat !== undefined) words[seat] ??= bid as number;
  }
  return words.map((word, seat) => (cells.passed[seat] && cells.owned[seat] ? 'pass' : word));
}

export function facesInWords(faces: string[], say: Say): string {
  return faces.map((face) => say(`table.face.${face}`)).join(', ');
}

/** A stack as one sentence: how many lie face down, and what was flipped. */
export function pileInWords(now: Lying, seat: number, say: Say): string {
  const down = now.down[seat] ?? 0;
  const up = now.up[seat] ?? [];
  const parts = [
    ...(down > 0 ? [say('table.pile.down', { n: down })] : []),
    ...(up.length > 0 ? [say('table.pile.up', { coasters: facesInWords(up, say) })] : []),
  ];
  return parts.join('; ') || say('table.pile.none');
}

/** The line under a name. */
export function subOf(room: Room, now: Lying, seat: number): string {
  const say = room.words;
  const { cells } = room.view;
  if (cells.left[seat]) return say('table.seat.left');
  if (ownedBy(now, seat) === 0) return say('table.seat.out');
  if (now.mode !== 'placing' && now.down[seat] === 0) return say('table.seat.flipped');
  if (seat === room.seat) return say('table.seat.owned', { n: ownedBy(now, seat) });
  const n = now.hand[seat] ?? 0;
  return n === 0 ? say('table.seat.empty') : say('table.seat.hand', { n });
}
