/* The standings of the evening as files that can be taken away. */

import type { Table } from '../wire.ts';

interface Standing {
  name: string;
  won: number;
}

/** How many matches each of those who sit here has won, the most first. */
const standings = ({ people, evening }: Table): Standing[] =>
  people
    .map(({ person, name }) => ({ name, won: evening.filter(({ won }) => won.includes(person)).length }))
    .toSorted((a, b) => b.won - a.won);

/** A cell of a spreadsheet: quoted, and never a formula, whatever somebody is called. */
const cell = (text: string | number): string => {
  const said = typeof text === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : `${text}`;
  return `"${said.replaceAll('"', '""')}"`;
};

const row = (cells: (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Who has won how often, then match by match; winners who have left the table are named by their number. */
export function standingsAsCsv(table: Table): string {
  const nameOf = (person: number): string => table.people.find((one) => one.person === person)?.name ?? `#${person}`;
  return [
    row(['name', 'won', 'of']),
    ...standings(table).map(({ name, won }) => row([name, won, table.evening.length])),
    '\r\n',
    row(['match', 'game', 'won by', 'practice']),
    ...table.evening.map(({ game, won, practice }, i) =>
      row([i + 1, game, won.map(nameOf).join(', '), practice ? 'practice' : '']),
    ),
  ].join('');
}

export function standingsAsJson(table: Table): string {
  const nameOf = (person: number): string => table.people.find((one) => one.person === person)?.name ?? `#${person}`;
  const matches = table.evening.map(({ game, won, practice }) => ({ game, won: won.map(nameOf), practice }));
  return JSON.stringify({ table: table.table, standings: standings(table), matches }, null, 2);
}

/** A text as the address of a file. */
export const fileOf = (text: string, type: string): string => `data:${type};charset=utf-8,${encodeURIComponent(text)}`;
