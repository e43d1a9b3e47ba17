import { describe, expect, it } from 'vitest';
import en from './en.json';
import fr from './fr.json';

const catalogues: Record<string, Record<string, string>> = { en, fr };
const braces = (sentence: string): string[] => [...sentence.matchAll(/\{\w+\}/g)].map(([found]) => found).sort();
const source = Object.entries(import.meta.glob<string>('../**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true }))
  .filter(([path]) => !path.includes('.test.'))
  .map(([, text]) => text)
  .join('\n');

/** Keys that are put together from a word and a stem. */
const STEMS = ['box.', 'refused.', 'avatar.', 'place.', 'settings.theme.', 'settings.text.', 'lobby.start.few.', 'lobby.onlookers.', 'lobby.kind.'];

describe('the catalogues', () => {
  it('have the same keys in every language, in the same order', () => {
    expect(Object.keys(fr)).toEqual(Object.keys(en));
  });

  it.each(Object.keys(en))('%s has the same braces in every language, and is not empty', (key) => {
    for (const catalogue of Object.values(catalogues)) {
      expect(catalogue[key]!.trim()).not.toBe('');
      expect(new Set(braces(catalogue[key]!))).toEqual(new Set(braces(en[key as keyof typeof en])));
    }
  });

  it('hold no key that nothing says', () => {
    const unused = Object.keys(en).filter((key) => !source.includes(`'${key}'`) && !STEMS.some((stem) => key.startsWith(stem)));
    expect(unused).toEqual([]);
  });
});
