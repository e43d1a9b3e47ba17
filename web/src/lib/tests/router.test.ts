import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { follow, go, layOver, route } from '../router.svelte.ts';

let stop: () => void;
beforeEach(() => {
  stop = follow();
  go('/t/maple-otter-17');
});
afterEach(() => stop());

const depth = () => (history.state as { over?: number } | null)?.over ?? 0;
const popped = () => new Promise((done) => addEventListener('popstate', done, { once: true }));

describe('back, with something over the page', () => {
  it('closes what lies over it, the topmost first, and then leaves', async () => {
    go('/rules/keys');
    const [lower, upper] = [vi.fn(), vi.fn()];
    layOver(lower);
    layOver(upper);
    for (const calls of [
      [0, 1],
      [1, 1],
    ]) {
      const moved = popped();
      history.back();
      await moved;
      expect([lower.mock.calls.length, upper.mock.calls.length]).toEqual(calls);
      expect(route.path).toBe('/rules/keys');
    }
    const moved = popped();
    history.back();
    await moved;
    expect(route.path).toBe('/t/maple-otter-17');
  });

  it('has no step left of what was closed otherwise', async () => {
    const before = history.length;
    const closed = layOver(vi.fn());
    expect([depth(), history.length]).toEqual([1, before + 1]);
    const moved = popped();
    closed();
    await moved;
    expect(depth()).toBe(0);
  });

  it('has one step for two that follow each other, which another page takes over', async () => {
    const first = layOver(vi.fn());
    first();
    const second = layOver(vi.fn());
    expect(depth()).toBe(1);
    const length = history.length;
    go('/shelf');
    second();
    await new Promise((done) => setTimeout(done));
    expect([depth(), history.length, route.path]).toEqual([0, length, '/shelf']);
  });
});
