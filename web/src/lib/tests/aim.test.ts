import { expect, it } from 'vitest';
import { aimOf, minutesOf } from '../rules/aim.ts';
import type { OptionDescription } from '../wire.ts';
import { wordsOf } from './heard.ts';

const END: OptionDescription[] = [{ name: 'end_score', kind: 'number', low: 50, high: 300, default: 100 }];

it('the aim and the length follow the options: 50 is not 100', () => {
  const words = wordsOf('skyjo');
  expect(aimOf(words, END, { end_score: 50 })).toContain('reaches 50.');
  expect(aimOf(words, END, {})).toBe(words.maybe('aim'));
  expect(aimOf(words, [], {}), 'before the options have come').toBe(words.maybe('aim'));
  expect(minutesOf(words, END, { end_score: 50 })).toBe('15');
  expect(minutesOf(words, END, { end_score: 300 })).toBe('90');
  expect(minutesOf(words, END, {})).toBe('30');
  expect(minutesOf(wordsOf('keys'), END, { end_score: 50 })).toBe(wordsOf('keys').maybe('minutes'));
});

it.each(['en', 'fr', 'de', 'es', 'it', 'nl'])('%s: as printed, both sentences say the same', (language) => {
  const words = wordsOf('skyjo', language);
  expect(aimOf(words, END, { end_score: 100 })).toBe(words.maybe('aim'));
  expect(aimOf(words, END, { end_score: 60 })).toContain('60');
});
