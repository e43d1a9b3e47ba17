/* Which of several cameras and microphones is used here: what the browser lists of them, and which was chosen. */

import { keep, recall } from '$lib/store.ts';
import type { Kind } from './peer.ts';

const LISTED: Record<Kind, MediaDeviceKind> = { video: 'videoinput', audio: 'audioinput' };
type Choice = Partial<Record<Kind, string>>;

/** The device this person chose, as long as this device of theirs remembers it; '' leaves it to the browser. */
export const chosen = (kind: Kind): string => recall<Choice>('cameras')?.[kind] ?? '';
export const choose = (kind: Kind, id: string): void => keep('cameras', { ...recall<Choice>('cameras'), [kind]: id });

/** Chromium lists these beside the devices they stand for. */
const STAND_INS = ['default', 'communications'];

/** The devices of a kind, as the browser names them; it tells them apart only where the person has let the page have one. */
export async function devices(kind: Kind): Promise<MediaDeviceInfo[]> {
  const all = await navigator.mediaDevices?.enumerateDevices().catch(() => []);
  return (all ?? []).filter((one) => one.kind === LISTED[kind] && one.deviceId !== '');
}

/** Whether there is anything to choose. */
export const several = (all: MediaDeviceInfo[]): boolean =>
  all.filter(({ deviceId }) => !STAND_INS.includes(deviceId)).length > 1;
