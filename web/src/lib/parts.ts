/* A part of the page that could not be fetched comes with the page anew: what was played is kept by the house. */

import { base } from './base.ts';

/** Between two looks whether the house answers, in ms. */
const LOOK = 1_000;
/**
 * A page is at least so old before it is loaded anew, in ms: a part that never comes costs a load now and then, not one
 * upon the other.
 */
const OLD = 3_000;

/** What says whether something still waits here to be sent to the house: a page is not loaded anew over it. */
export const holds = new Set<() => boolean>();

let renewing = false;

async function answers(): Promise<boolean> {
  try {
    return (await fetch(`${base}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** Loads the page anew as soon as the house answers and has what was pressed. */
export async function renew(reload: () => void = () => location.reload()): Promise<void> {
  if (renewing) return;
  renewing = true;
  while (performance.now() < OLD || !(await answers()) || [...holds].some((held) => held()))
    await new Promise((done) => setTimeout(done, LOOK));
  renewing = false;
  reload();
}
