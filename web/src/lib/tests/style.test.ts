import { describe, expect, it } from 'vitest';
import { summed } from '../past/style.ts';

describe('a style', () => {
  it('is the sum of what was counted, without what never came up', () => {
    const bid = { name: 'bid', chances: 4, done: 1, steady: 2.5 };
    const never = { name: 'bluff', chances: 0, done: 0, steady: 0 };
    expect(summed([])).toEqual([]);
    expect(summed([[bid, never], [{ ...bid, done: 3, steady: 0.75 }]])).toEqual([
      { name: 'bid', chances: 8, done: 4, steady: 3.25 },
    ]);
  });
});
