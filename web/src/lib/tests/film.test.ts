import { describe, expect, it } from 'vitest';
import { lengthOf, tempoOf } from '../table/film.ts';
import type { Told } from '../wire.ts';

const told = (n: number, event = 'turned'): Told[] => Array.from({ length: n }, () => ({ event }));
const here = { asked: false, away: false };

describe('what is due', () => {
  it('is measured in events and in what each takes', () => {
    expect(lengthOf([...told(2), ...told(10, 'counted')], { counted: 60 })).toBe(1_400);
  });

  it('runs at its full length where that is short', () => {
    expect(tempoOf({ ...here, events: told(1) }, {})).toBe(1);
  });

  it('is over within three seconds, and sooner where the person is asked', () => {
    const events = told(12);
    expect(tempoOf({ ...here, events }, {}) * lengthOf(events, {})).toBeLessThanOrEqual(3_000);
    expect(tempoOf({ ...here, events, asked: true }, {}) * lengthOf(events, {})).toBeLessThanOrEqual(1_800);
  });

  it('is not shown where it is too much, and never to whoever was away for more than a second of it', () => {
    expect(tempoOf({ ...here, events: told(120) }, {})).toBe(0);
    expect(tempoOf({ ...here, events: told(3), away: true }, {})).toBe(0);
  });
});
