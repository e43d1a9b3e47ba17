/* A chair that goes to another device. */

import { ask, json } from '../api.ts';
import type { Chair } from '../wire.ts';
import { device } from '../store.ts';

const part = encodeURIComponent;

/** Brings a chair to this device by the code its person got. */
export const bring = (table: string, code: string) => json<Chair>(`/api/tables/${part(table)}/chair`, { code, device: device() });
/** The QR code of the link that brings a chair, as an image's address. */
export const codeOfChair = async (table: string, code: string) =>
  `data:image/svg+xml,${part(await (await ask(`/api/tables/${part(table)}/chair/qr.svg`, { code })).text())}`;
