/* A table and a person of whom nothing is known yet: what replays, samples and tests draw says only what is theirs. */

import type { Person, Table } from '../wire.ts';

export const tableWith = (known: Partial<Table>): Table => ({
  table: '',
  game: '',
  version: 1,
  status: 'lobby',
  match: 1,
  options: {},
  clock: 0,
  per: 'turn',
  pace: 'calm',
  bots: true,
  late: false,
  practice: false,
  host: null,
  seal: '',
  deal: null,
  people: [],
  onlookers: 0,
  claims: [],
  evening: [],
  hushed: [],
  pause: null,
  proposal: null,
  declined: null,
  took_back: [],
  televisions: [],
  ...known,
});

export const personWith = (known: Pick<Person, 'person' | 'name' | 'avatar'> & Partial<Person>): Person => ({
  bot: null,
  seat: null,
  here: true,
  ready: false,
  covered: false,
  cover: null,
  back_at: null,
  kept_until: null,
  asleep: false,
  left: false,
  shook: false,
  ...known,
});
