/* Opening this device's camera and microphone, and why that may fail. */

import { chosen } from './devices.ts';
import type { Kind } from './peer.ts';

/**
 * `insecure`: the page came over plain http; `denied`: by the person or the browser; `missing`: there is none; `busy`:
 * another program has it; `ended`: it was unplugged or taken back; `failed`: anything else.
 */
export type Trouble = 'insecure' | 'denied' | 'missing' | 'busy' | 'ended' | 'failed';

const WANTED: Record<Kind, MediaTrackConstraints> = {
  video: { width: { ideal: 320 }, height: { ideal: 240 }, frameRate: { ideal: 15, max: 15 } },
  audio: { echoCancellation: true, noiseSuppression: true },
};
/** Of a device that nobody chose. */
const ANY: Record<Kind, MediaTrackConstraints> = { video: { facingMode: 'user' }, audio: {} };
/** How a browser says that a device is not there. */
const GONE = ['NotFoundError', 'OverconstrainedError'];

const TROUBLES: Record<string, Trouble> = {
  ...{ NotAllowedError: 'denied', SecurityError: 'denied', NotFoundError: 'missing', OverconstrainedError: 'missing' },
  ...{ NotReadableError: 'busy', AbortError: 'busy' },
};

export class MediaTrouble extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

/** Whether this page may ask for a camera at all. */
export const allowed = (): boolean => isSecureContext;

async function ask(kind: Kind, which: MediaTrackConstraints): Promise<MediaStreamTrack> {
  const stream = await navigator.mediaDevices.getUserMedia({ [kind]: { ...WANTED[kind], ...which } });
  return stream.getTracks()[0]!;
}

/**
 * The track of the chosen device, or of another one where that is not there; the browser asks the person first. Throws
 * MediaTrouble.
 */
export async function open(kind: Kind): Promise<MediaStreamTrack> {
  if (!allowed()) throw new MediaTrouble('insecure');
  if (!navigator.mediaDevices) throw new MediaTrouble('missing');
  const one = chosen(kind);
  try {
    if (!one) return await ask(kind, ANY[kind]);
    return await ask(kind, { deviceId: { exact: one } }).catch((error: unknown) => {
      if (error instanceof DOMException && GONE.includes(error.name)) return ask(kind, ANY[kind]);
      throw error;
    });
  } catch (error) {
    throw new MediaTrouble((error instanceof DOMException && TROUBLES[error.name]) || 'failed');
  }
}
