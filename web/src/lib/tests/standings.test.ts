import { describe, expect, it } from 'vitest';
import { standingsAsCsv, standingsAsJson } from '../end/standings.ts';
import type { Table } from '../wire.ts';
import { table } from './fake-server.ts';

const evening = (): Table => {
  const { table: now } = table('over');
  const people = now.people.map((one, i) => ({ ...one, name: ['=SUM(A1) "Ada"', 'Noor'][i]! }));
  return {
    ...now,
    people,
    evening: [
      { game: 'toy', won: [1], practice: false },
      { game: 'toy', won: [0, 1], practice: true },
      { game: 'skyjo', won: [7], practice: false },
    ],
  } as unknown as Table;
};

describe('the standings of the evening', () => {
  it('are a table for a spreadsheet in which no name is a formula', () => {
    expect(standingsAsCsv(evening()).split('\r\n')).toEqual([
      ...['"name","won","of"', '"Noor","2","3"', '"\'=SUM(A1) ""Ada""","1","3"', '', '"match","game","won by","practice"'],
      ...['"1","toy","Noor",""', '"2","toy","\'=SUM(A1) ""Ada"", Noor","practice"', '"3","skyjo","#7",""', ''],
    ]);
  });

  it('are the same as JSON', () => {
    const { standings, matches } = JSON.parse(standingsAsJson(evening())) as { standings: object[]; matches: object[] };
    expect(standings[0]).toEqual({ name: 'Noor', won: 2 });
    expect(matches[2]).toEqual({ game: 'skyjo', won: ['#7'], practice: false });
  });
});
