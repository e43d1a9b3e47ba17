import { render } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { Room } from '$lib/game.ts';
import { wordsOf } from '$lib/tests/heard.ts';
import { CARDS, numberOf } from './cards.ts';
import KeepSheet from './KeepSheet.svelte';
import { lying } from './scene.svelte.ts';
import { samples } from './samples.ts';

/** The cards the sheet would keep, where the hand holds these, and which of them it marks as new. */
function kept(hand: string[], fresh: string[], vault: string[]): { stay: string[]; marked: string[] } {
  const { view } = samples['keeping']!;
  const mine = [...hand, ...vault];
  const at = CARDS.map((card) => (hand.includes(card) ? 'hand0' : vault.includes(card) ? 'vault0' : null));
  const since = CARDS.map((card) => Number(mine.includes(card)));
  for (const card of fresh) since[numberOf(card)] = 9;
  const room = {
    view: { ...view, legal: mine.map((card) => ({ do: 'card', card })), cells: { ...view.cells, at, since, turn: 9 } },
    words: wordsOf('kings_keys').say,
    seat: 0,
  } as unknown as Room;
  const now = lying(room.view);
  const { container } = render(KeepSheet, { room, now, seat: 0, busy: false, order: 'kingdom', onplay: () => undefined });
  const names = (picks: Element[]): string[] => picks.map((pick) => (pick as HTMLElement).dataset['pick']!).toSorted();
  return {
    stay: names([...container.querySelectorAll('.pick.on')]),
    marked: names([...container.querySelectorAll('.pick:has(.fresh)')]),
  };
}

it.each([
  // A full hand stays, and what came in this turn is what is open.
  [['SA1', 'MA1', 'FA1', 'FA2', 'SC1'], ['SC1'], ['OK1'], ['FA1', 'FA2', 'MA1', 'SA1']],
  // A short hand takes what came, then what lies stored, and one's own coins and keys last.
  [['OA1', 'SC1'], ['SC1'], ['OC1', 'OK3', 'FC2', 'MK3'], ['FC2', 'MK3', 'OA1', 'SC1']],
])('of the hand %j, with %j new, and the vault %j these stay: %j', (hand, fresh, vault, stay) => {
  expect(kept(hand, fresh, vault)).toEqual({ stay, marked: fresh });
});
