import { expect, it } from 'vitest';
import type { Say } from '$lib/game.ts';
import { set } from '$lib/settings/settings.svelte.ts';
import { many } from './many.ts';

it('a number of things is said as the language counts: nothing is singular in French', () => {
  const forms = () => [0, 1, 2].map((n) => many('guards.count', n, ((key) => key.slice(key.lastIndexOf('.') + 1)) as Say));
  expect(forms()).toEqual(['other', 'one', 'other']);
  set('language', 'fr');
  expect(forms()).toEqual(['one', 'one', 'other']);
  set('language', 'en');
});
