import { describe, expect, it } from 'vitest';
import first from './en.json';
import later from './en.later.json';

const files = import.meta.glob<Record<string, string>>('./*.json', { import: 'default', eager: true });
const wordsOf = (language: string): Record<string, string> => ({
  ...files[`./${language}.json`],
  ...files[`./${language}.later.json`],
});
const catalogues = Object.fromEntries(
  Object.keys(files)
    .flatMap((path) => /^\.\/(\w+)\.json$/.exec(path)?.[1] ?? [])
    .map((language) => [language, wordsOf(language)]),
);
const en = { ...first, ...later };
const fr = catalogues['fr']!;
const BRACED = /\{[^}]*\}/g;
const braces = (sentence: string): string[] => [...sentence.matchAll(/\{\w+\}/g)].map(([found]) => found).sort();
const source = Object.entries(import.meta.glob<string>('../**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true }))
  .filter(([path]) => !path.includes('.test.'))
  .map(([, text]) => text)
  .join('\n');

/** Keys that are put together from a word and a stem. */
const STEMS = [
  'practice.tonight.',
  'advice.',
  'avatar.',
  'bench.file.',
  'box.',
  'clock.match.',
  'clock.turn.',
  'fair.verdict.right.',
  'lab.also.',
  'lobby.free.',
  'lobby.kind.',
  'lobby.onlookers.',
  'lobby.start.few.',
  'lobby.start.few_people.',
  'missed.',
  'news.paused.',
  'news.took_back.',
  'old.',
  'pace.',
  'place.',
  'refused.',
  'puzzle.days.',
  'puzzle.grade.',
  'replay.',
  'same.played.',
  'score.tonight.',
  'send.more.',
  'settings.text.',
  'settings.theme.',
  'slow.title.',
  'still.',
  'talk.phrase.',
  'talk.reaction.',
];

type Texts = string | { [key: string]: Texts } | Texts[];
const texts = (within: Texts): string[] => (typeof within === 'string' ? [within] : Object.values(within).flatMap(texts));
const french = Object.entries({
  './fr.json': fr as Texts,
  ...import.meta.glob<Texts>('../../../src/parlour/games/*/words.fr.json', { import: 'default', eager: true }),
});
const rulebooks = Object.entries(
  import.meta.glob<string>('../../../src/parlour/games/*/rulebook.fr.md', { query: '?raw', import: 'default', eager: true }),
);
/**
 * A tall sign without its space, or with one that breaks; a colon's may be as wide as a word's. Signs that stand alone are
 * no punctuation.
 */
const LOOSE = /(?<![\u202f;!?…]|^)[;!?»](?![\p{L}\p{N}])|(?<![\u202f\u00a0]|^):(?![\p{L}\p{N}])|«(?!\u202f)/u;

describe('French catalogues', () => {
  it.each(french)('%s keep a narrow no-break space before tall signs and inside quotation marks', (_, catalogue) => {
    const bare = texts(catalogue).map((text) => text.replaceAll('KESKIFÈ?', 'KESKIFÈ').replace(/\{[^}]*\}/g, 'x'));
    expect(bare.filter((text) => LOOSE.test(text))).toEqual([]);
  });

  it.each(french)('%s have no word before a name that a vowel would cut', (_, catalogue) => {
    const cut = /(?<![\p{L}])(?:d[eu]|que|jusque|[ljsncmt]e|la) \{(?:\w*name|names|table|owner|\w+:seat)\}/iu;
    expect(texts(catalogue).filter((text) => cut.test(text))).toEqual([]);
  });

  it('are those of the page and of the games', () => {
    expect(french.length).toBeGreaterThan(1);
    expect(rulebooks.length).toBe(french.length - 1);
  });

  it.each(rulebooks)('and so does %s', (_, rulebook) => {
    const said = rulebook.replaceAll(/^(```[\s\S]*?)^```/gm, (picture) => /caption: (.*)/.exec(picture)?.[1] ?? '');
    const bare = said.replaceAll('KESKIFÈ?', 'KESKIFÈ').replaceAll(/!\[|\]\([^)]*\)|:?-{3,}:?/g, '');
    expect(bare.split('\n').filter((line) => LOOSE.test(line))).toEqual([]);
  });
});

describe('the catalogues', () => {
  it.each(Object.entries(catalogues))('%s has the same keys as English, in the same order', (_, catalogue) => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(en));
  });

  it.each(Object.keys(en))('%s has the same braces in every language, and is not empty', (key) => {
    for (const catalogue of Object.values(catalogues)) {
      expect(catalogue[key]!.trim()).not.toBe('');
      expect(new Set(braces(catalogue[key]!))).toEqual(new Set(braces(en[key as keyof typeof en])));
    }
  });

  it.each(Object.entries(catalogues))('of %s have no number typed into a plural form', (_, catalogue) => {
    expect(
      Object.entries(catalogue).filter(
        ([key, text]) => key.endsWith('.one') && /(?<!\d)1(?!\d)/.test(text.replaceAll(BRACED, '')),
      ),
    ).toEqual([]);
  });

  it('hold no key that nothing says', () => {
    const unused = Object.keys(en).filter((key) => !source.includes(`'${key}'`) && !STEMS.some((stem) => key.startsWith(stem)));
    expect(unused).toEqual([]);
  });
});
