/* What a page asks of the house about a kept table, beside the table's own line. */

import { json, part } from '../api.ts';
import { device, keep, keptTables } from '../store.ts';
import type { Evenings, Forgotten } from '../wire.ts';

/** What a kept table remembers, of all its time or of a span of dates. */
export const eveningsOf = (table: string, begins = '', ends = '') =>
  json<Evenings>(`/api/tables/${part(table)}/evenings?begins=${part(begins)}&ends=${part(ends)}`);
/** Erases who somebody is at each of these tables that knows this device. */
export const forgetMe = (chairs: { table: string; person: number; token?: string }[]) =>
  json<Forgotten>('/api/forget', { device: device(), chairs });

/** The table stands on this device's shelf no longer. */
export const dropKept = (table: string): void =>
  keep(
    'kept',
    keptTables().filter((one) => one.table !== table),
  );
