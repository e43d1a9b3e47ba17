import { describe, expect, it } from 'vitest';
import { set } from '../settings/settings.svelte.ts';
import { asText, count, figure, fill, GameWords, labelled, list, place, refusal, speak, t } from '../words.svelte.ts';

const words = new GameWords({
  name: 'Toy',
  actions: { swap: 'Swap slot {slot}', give: 'Give to {to:seat}' },
  events: {
    turned: {
      you: 'You turned {value}',
      other: '{name} turned {value}',
      you_unknown: 'You turned a card',
      other_unknown: '{name} turned a card',
    },
    gave: { you: 'You gave {to:seat} a card', other: '{name} gave {to:seat} a card' },
    quiet: { you: '', other: '' },
  },
  values: { value: { '3': 'a three' } },
  reasons: { not_yet: 'Not yet.' },
  bots: { simple: 'Simple' },
  options: { end: { label: 'End', help: 'When', values: { late: 'Late' } } },
  table: { round: 'round {round}' },
});
const names = ['Ada', 'Noor'];

describe('sentences', () => {
  it('fill braces, keep unknown ones, and write a real minus sign', () => {
    expect(fill('{a} of {b} {c}', { a: -2, b: 'x' })).toBe('\u22122 of x {c}');
    expect(figure(-12)).toBe('\u221212');
  });

  it('keep a name written from right to left apart from what stands beside it, once', () => {
    expect(fill('{a}: {n}', { a: 'نور', n: 3 })).toBe('\u2068نور\u2069: 3');
    expect(list(['דן', 'Ada'])).toBe('\u2068דן\u2069 and Ada');
    expect(fill('{names} won', { names: list(['דן', 'Ada']) })).toBe('\u2068דן\u2069 and Ada won');
    expect(asText(words.tell({ event: 'gave', seat: 1, to: 0 }, null, ['Ada', 'نور']))).toBe('\u2068نور\u2069 gave Ada a card');
    expect(words.label({ do: 'give', to: 1 }, ['Ada', 'نور'])).toBe('Give to \u2068نور\u2069');
  });

  it('put a colon as the language writes it', async () => {
    expect(labelled('Vault', '3 cards')).toBe('Vault: 3 cards');
    set('language', 'fr');
    await speak('fr');
    expect(labelled('Le coffre', '3 cartes')).toBe('Le coffre\u202f: 3 cartes');
    set('language', 'en');
    await speak('en');
  });

  it('count and rank as English does', () => {
    expect(count('lobby.onlookers', 1)).toBe('One screen is watching.');
    expect(count('lobby.onlookers', 3)).toBe('3 screens are watching.');
    expect([1, 2, 3, 4, 11, 21].map(place)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '21st']);
    expect(list(['Ada', 'Noor', 'Tick'])).toBe('Ada, Noor, and Tick');
  });

  it('say a refusal by its code, or as the server put it', () => {
    expect(refusal({ code: 'table_full', message: 'x' })).toBe('Every chair at that table is taken.');
    expect(refusal({ code: 'bad_name', message: 'x', reason: 'taken' })).toMatch(/already/);
    expect(refusal({ code: 'bad_name', message: 'x', reason: 'unseen' })).toMatch(/nobody can see/);
    expect(refusal({ code: 'bad_name', message: 'x', reason: 'other' })).toBe('A name has 1 to 24 letters.');
    expect(refusal({ code: 'brand_new', message: 'as it is' })).toBe('as it is');
  });
});

describe('a game’s words', () => {
  it('tell an event to the one it happened to and to the others', () => {
    const event = { event: 'turned', seat: 0, value: -1 };
    expect(asText(words.tell(event, 0, names))).toBe('You turned \u22121');
    expect(asText(words.tell(event, 1, names))).toBe('Ada turned \u22121');
    expect(asText(words.tell(event, null, names))).toBe('Ada turned \u22121');
  });

  it('tell what a seat may not know without it', () => {
    const event = { event: 'turned', seat: 1, value: null };
    expect(asText(words.tell(event, 0, names))).toBe('Noor turned a card');
    expect(asText(words.tell(event, 1, names))).toBe('You turned a card');
  });

  it('say values by the catalogue and seats by their names', () => {
    expect(asText(words.tell({ event: 'turned', seat: 1, value: 3 }, 0, names))).toBe('Noor turned a three');
    expect(asText(words.tell({ event: 'gave', seat: 1, to: 0 }, null, names))).toBe('Noor gave Ada a card');
    expect(words.label({ do: 'give', to: 1 }, names)).toBe('Give to Noor');
    expect(words.label({ do: 'swap', slot: 5 }, names)).toBe('Swap slot 5');
  });

  it('keep values apart from text, so that the game may draw them', () => {
    expect(words.tell({ event: 'turned', seat: 1, value: 3 }, 0, names)).toEqual([
      { person: 'Noor' },
      { text: ' turned ' },
      { name: 'value', value: '3', said: 'a three' },
    ]);
  });

  it('tell nothing where nothing is told, and name what has no words', () => {
    expect(words.tell({ event: 'quiet', seat: 0 }, 0, names)).toEqual([]);
    expect(words.tell({ event: 'unheard' }, 0, names)).toEqual([]);
    expect(words.label({ do: 'jump' }, names)).toBe('jump');
    expect([
      words.reason('not_yet'),
      words.reason('other'),
      words.bot('simple'),
      words.option('end').label,
      words.optionValue('end', 'late'),
    ]).toEqual(['Not yet.', 'other', 'Simple', 'End', 'Late']);
    expect(words.say('table.round', { round: 3, all: 5 })).toBe('round 3');
  });

  it('asks by type for what stands in a hole, and for nothing else', () => {
    const words = new GameWords({ table: { met: { title: '{n}, and no more' } } });
    expect(words.say('table.met.title', { n: 3 })).toBe('3, and no more');
    // @ts-expect-error nothing is given for its hole
    expect(words.say('table.met.title')).toBe('{n}, and no more');
    // @ts-expect-error it has no second hole
    expect(words.say('table.met.title', { n: 3, m: 4 })).toBe('3, and no more');
    // @ts-expect-error this sentence of the page has a hole
    expect(t('sit.minutes')).not.toBe(t('sit.minutes', { n: 3 }));
  });
});
