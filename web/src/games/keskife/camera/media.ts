/* Opening this device's camera and microphone, and why that may fail. */

import type { Kind } from './peer.ts';

/**
 * `insecure`: the page came over plain http; `denied`: by the person or the browser; `missing`: there is none; `busy`:
 * another program has it; `ended`: it was unplugged or taken back; `failed`: anything else.
 */
export type Trouble = 'insecure' | 'denied' | 'missing' | 'busy' | 'ended' | 'failed';

const WANTED: Record<Kind, MediaStreamConstraints> = {
  video: { video: { width: { ideal: 320 }, height: { ideal: 240 }, frameRate: { ideal: 15, max: 15 }, facingMode: 'user' } },
  audio: { audio: { echoCancellation: true, noiseSuppression: true } },
};

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

/** The device's track; the browser asks the person first. Throws MediaTrouble. */
export async function open(kind: Kind): Promise<MediaStreamTrack> {
  if (!allowed()) throw new MediaTrouble('insecure');
  if (!navigator.mediaDevices) throw new MediaTrouble('missing');
  try {
    const stream = await navigator.mediaDevices.getUserMedia(WANTED[kind]);
    return stream.getTracks()[0]!;
  } catch (error) {
    throw new MediaTrouble((error instanceof DOMException && TROUBLES[error.name]) || 'failed');
  }
}
