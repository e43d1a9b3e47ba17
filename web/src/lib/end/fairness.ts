/* Chance drawn again on this device from what a finished match has opened. docs/fairness.md says how. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Draws } from '../wire.ts';

export interface Verdict {
  /** The secret fits the seal. */
  sealed: boolean;
  /** How many of the draws are as they had to be. */
  right: number;
  /** How many outcomes were dealt again: nothing was drawn for them. */
  known: number;
  /** The first that is not, from 1; null where all are. */
  wrong: number | null;
  /** Whether what this page added is in it; null where this page added nothing. */
  mine: boolean | null;
}

const HEADING = 'parlour-draws-1';
const WHOLE = 1n << 256n;

const hashed = (...lines: string[]): string => bytesToHex(sha256(utf8ToBytes(lines.join('\n'))));

export function seedOf({ secret, match, parts }: Draws): string {
  return hashed(HEADING, secret, match, ...parts.map((part) => part ?? '-'));
}

/** The number below `below` that a seed gives for chance's question `number`, from 0. */
export function drawn(seed: string, number: number, below: number): number {
  const n = BigInt(below);
  for (let attempt = 0; ; attempt += 1) {
    const value = BigInt(`0x${hashed(seed, `${number}`, `${attempt}`)}`);
    if (value < WHOLE - (WHOLE % n)) return Number(value % n);
  }
}

/** Draws everything again; `mine` is what this page added for its seat, where it did. */
export function check(draws: Draws, mine: { seat: number; part: string } | null): Verdict {
  const seed = seedOf(draws);
  const wrong = draws.draws.findIndex((one, number) => one.drawn !== null && drawn(seed, number, one.below) !== one.drawn);
  const known = (some: Draws['draws']): number => some.filter((one) => one.drawn === null).length;
  const sound = wrong < 0 ? draws.draws : draws.draws.slice(0, wrong);
  return {
    sealed: hashed(draws.secret) === draws.seal,
    right: sound.length - known(sound),
    known: known(draws.draws),
    wrong: wrong < 0 ? null : wrong + 1,
    mine: mine && draws.parts[mine.seat] === mine.part,
  };
}
