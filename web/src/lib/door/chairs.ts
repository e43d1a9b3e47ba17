/* A chair that goes to another device. */

import { ask, json, type Seated } from '../api.ts';
import { device } from '../store.ts';

const part = encodeURIComponent;

/** Brings a chair to this device by the code its person got. */
export const bring = (table: string, code: string) =>
  json<Seated>(`/api/tables/${part(table)}/chair`, { code, device: device() });
/** The square code of the link that brings a chair, as an image's address. */
export const codeOfChair = async (table: string, code: string) =>
  `data:image/svg+xml,${part(await (await ask(`/api/tables/${part(table)}/chair/qr.svg`, { code })).text())}`;
