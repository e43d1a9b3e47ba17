import { flushSync } from 'svelte';
import { describe, expect, test } from 'vitest';
import type { Plan, Room } from '$lib/game.ts';
import type { Action, View } from '$lib/wire.ts';
import { numberOf } from './cards.ts';
import { Draft } from './draft.svelte.ts';
import { samples } from './samples.ts';

const card = (name: string): Action => ({ do: 'card', card: name });
const target = (zone: string, seat: number): Action => ({ do: 'target', zone, seat });
const done: Action = { do: 'done' };

/** A room that answers plans from a list: what was chosen, as JSON, and what could follow. */
function roomOf(view: View, plans: [Action[], Action[], boolean?][]): Room {
  const answers = new Map(plans.map(([actions, legal, chance = false]) => [JSON.stringify(actions), { legal, chance }]));
  const plan = (actions: Action[]): Promise<Plan> =>
    Promise.resolve(answers.get(JSON.stringify(actions)) ?? { legal: [], chance: false, refused: 'Not like that' });
  return { view, plan } as unknown as Room;
}

function draftOf(plans: [Action[], Action[], boolean?][], moment = 'full'): Draft {
  const draft = new Draft(() => roomOf(samples[moment]!.view, plans));
  flushSync();
  return draft;
}

describe('a play in the making', () => {
  test('a hired raid is paid, aimed, and whole', async () => {
    const paid = [card('MA1'), card('MC2'), done];
    const draft = draftOf([
      [[card('MA1')], [card('MC2')]],
      [paid.slice(0, 2), [done]],
      [paid, [target('dungeon', 1)]],
      [[...paid, target('dungeon', 1)], [], true],
    ]);
    await draft.add(card('MA1'));
    expect(draft.play).toMatchObject({ stage: 'pay', card: 'MA1', coins: [] });
    await draft.add(card('MC2'));
    expect(draft.has(done)).toBe(true);
    await draft.add(done);
    expect(draft.play.stage).toBe('aim');
    await draft.add(target('dungeon', 1));
    expect(draft.play).toMatchObject({ stage: 'ready', zone: 'dungeon', victim: 1, coins: ['MC2'] });
    expect(draft.whole).toEqual([...paid, target('dungeon', 1)]);
  });

  test('once a guard is chosen, what is kept afterwards is no part of the play', async () => {
    const draft = draftOf([[[card('OH2')], [done, card('SC3'), card('OK1')]]]);
    await draft.add(card('OH2'));
    expect(draft.play.stage).toBe('ready');
    expect(draft.legal).toEqual([done]);
    expect(draft.has(card('SC3'))).toBe(false);
    expect(draft.whole).toEqual([card('OH2')]);
  });

  test('coins pressed faster than the room answers all count', async () => {
    const axe = card('MA3');
    const draft = draftOf([
      [[axe], [card('MC1'), card('MC4')]],
      [
        [axe, card('MC1')],
        [card('MC4'), done],
      ],
      [[axe, card('MC4')], [done]],
    ]);
    await Promise.all([draft.add(axe), draft.add(card('MC1')), draft.drop('MC1'), draft.add(card('MC4'))]);
    expect(draft.play).toMatchObject({ stage: 'pay', card: 'MA3', coins: ['MC4'] });
    const late = draft.drop('MC4');
    draft.clear();
    expect(await late).toBe(false);
    expect(draft.empty).toBe(true);
  });

  test('the Coin Joker and the coin he changes go back together', async () => {
    const begun = [card('MA1'), card('JC'), card('SC2')];
    const draft = draftOf([
      [[card('MA1')], [card('JC')]],
      [begun.slice(0, 2), [card('SC2')]],
      [begun, [done]],
    ]);
    for (const one of begun) await draft.add(one);
    expect(draft.play).toMatchObject({ stage: 'pay', banker: true, changed: 'SC2', coins: ['SC2'] });
    await draft.drop('SC2');
    expect(draft.actions).toEqual([card('MA1')]);
    expect(draft.play).toMatchObject({ banker: false, changed: null, coins: [] });
  });

  test('the Shield Joker leads one’s own soldiers', async () => {
    const draft = draftOf([
      [[card('JH')], [target('hand', 2), card('OA3')]],
      [[card('JH'), card('OA3')], [target('hand', 2)]],
    ]);
    await draft.add(card('JH'));
    expect(draft.play).toMatchObject({ stage: 'aim', card: 'JH', led: false });
    await draft.add(card('OA3'));
    expect(draft.play).toMatchObject({ stage: 'aim', card: 'OA3', led: true });
  });

  test('a raid is whole with the last card that can be named, though that card is to be stored next', async () => {
    const aimed = [card('OA1'), target('dungeon', 3)];
    const named = [...aimed, card('JK')];
    const draft = draftOf([
      [[card('OA1')], [target('dungeon', 3)]],
      [aimed, [card('OA2'), card('JK')]],
      [named, [card('FH3'), card('JK')]],
    ]);
    for (const one of named) await draft.add(one);
    expect(draft.play).toMatchObject({ stage: 'ready', named: ['JK'] });
    expect(draft.whole).toEqual(named);
  });

  test('cards lying open are named until no more can be taken, and can be let go again', async () => {
    const aimed = [card('OA1'), target('dungeon', 3)];
    const draft = draftOf([
      [[card('OA1')], [target('dungeon', 3)]],
      [aimed, [done, card('OA2'), card('JK')]],
      [
        [...aimed, card('JK')],
        [card('OA1'), card('FH3')],
      ],
    ]);
    await draft.choose(aimed);
    expect(draft.play.stage).toBe('name');
    expect(draft.whole).toEqual([...aimed, done]);
    await draft.add(card('JK'));
    expect(draft.play).toMatchObject({ stage: 'ready', named: ['JK'] });
    await draft.drop('JK');
    expect(draft.play).toMatchObject({ stage: 'name', named: [] });
    await draft.back();
    expect(draft.play.stage).toBe('aim');
    await draft.back();
    expect(draft.empty).toBe(true);
  });

  test('what does not go together changes nothing, and says why', async () => {
    const draft = draftOf([[[card('OA3')], [target('hand', 1)]]]);
    await draft.add(card('OA3'));
    expect(await draft.add(target('vault', 2))).toBe(false);
    expect(draft.actions).toEqual([card('OA3')]);
    expect(draft.hint).toBe('Not like that');
  });

  test('a guard of one’s own that stands elsewhere is bought back', async () => {
    const draft = draftOf(
      [
        [[card('OH1')], [card('OC4')]],
        [[card('OH1'), card('OC4')], [done]],
      ],
      'buying',
    );
    await draft.choose([card('OH1')]);
    expect(draft.play).toMatchObject({ stage: 'pay', from: 2 });
    await draft.add(card('OC4'));
    expect(draft.whole).toEqual([card('OH1'), card('OC4'), done]);
  });

  test('a guard of one’s own that has just been placed is not bought back', async () => {
    const { view } = samples['full']!;
    const at = view.cells.at.map((place: unknown, one: number) => (one === numberOf('OH2') ? `guards${view.seat}` : place));
    const draft = new Draft(() => roomOf({ ...view, cells: { ...view.cells, at } }, [[[card('OH2')], [done]]]));
    flushSync();
    await draft.add(card('OH2'));
    expect(draft.play).toMatchObject({ stage: 'ready', from: null });
  });

  test('a word is a play too, until it is put back', () => {
    const draft = draftOf([]);
    draft.speak('nothing');
    expect(draft.play.stage).toBe('ready');
    expect(draft.whole).toEqual([{ do: 'nothing' }]);
    draft.clear();
    expect(draft.empty).toBe(true);
  });
});
