import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eveningOf, made, momentsOf } from './heard.ts';

const GAMES = `${import.meta.dirname}/../../games`;
const games = readdirSync(GAMES, { withFileTypes: true })
  .filter((file) => file.isDirectory())
  .map((file) => file.name);

const sources = (game: string): [string, string][] =>
  readdirSync(`${GAMES}/${game}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|svelte)$/.test(file))
    .map((file) => [file, readFileSync(`${GAMES}/${game}/${file}`, 'utf8')]);

/** `event.event === 'robbed'`, `({ event }) => event !== 'robbed'`, `{ event: 'robbed', … }` */
const LISTENS = /\bevent\)? (?:===|!==) '(\w+)'/g;
const MAKES = /\{ event: '(\w+)'([^{}]*)\}/g;

it.each(games)('%s listens for no event that the game does not tell, and makes none up', (game) => {
  const { events } = eveningOf(game);
  const unknown = sources(game).flatMap(([file, text]) => [
    ...[...text.matchAll(LISTENS)].filter(([, event]) => !events[event!]).map(([, event]) => `${file}: ${event}`),
    ...[...text.matchAll(MAKES)].flatMap(([, event, rest]) => {
      if (!events[event!]) return [`${file}: ${event}`];
      const said = [...rest!.matchAll(/(\w+):/g)].map(([, name]) => name!);
      return said.filter((name) => name !== 'seat' && !events[event!]!.includes(name)).map((name) => `${file}: ${event} ${name}`);
    }),
  ]);
  expect(unknown).toEqual([]);
});

it('an event that is made up is held against what the game declares, and what came', () => {
  expect(() => made('kings_keys', { event: 'turn', seat: 0 })).toThrow('tells no event turn');
  expect(() => made('kings_keys', { event: 'robbed', seat: 0, victim: 1 })).toThrow('robbed says card,count,victim,zone');
  expect(() => made('kings_keys', { event: 'drawn_game', ending: 'truce' })).toThrow('did drawn_game come');
});

it.each(games)('%s: an evening is a whole match', (game) => {
  const moments = momentsOf(game);
  expect(moments.length).toBeGreaterThan(5);
  expect(moments.at(-1)!.view.over).toBe(true);
  expect(moments.at(-1)!.story).toEqual(eveningOf(game).story);
});
