/* What the page and its worker say to each other. */

import type { Lit } from './light.svelte.ts';

export type ToWorker =
  | { kind: 'begin'; files: string; edition: string }
  | { kind: 'take' }
  | { kind: 'bench'; files: string; edition: string }
  | { kind: 'ping' }
  | { kind: 'do'; id: number; what: string; given: string }
  | { kind: 'ask'; id: number; method: string; path: string; body: string | undefined }
  | { kind: 'line'; line: number; word: string }
  | { kind: 'say'; line: number; text: string }
  | { kind: 'leave'; line: number };

export type FromWorker =
  | { kind: 'answer'; id: number; status: number; type: string; body: Uint8Array }
  | { kind: 'opened'; line: number }
  | { kind: 'told'; line: number; text: string }
  | { kind: 'over'; line: number }
  | { kind: 'beat' }
  | { kind: 'did'; id: number; text: string }
  | { kind: 'on the way'; id: number; text: string }
  | { kind: 'light'; state: Lit; came: number; of: number };
