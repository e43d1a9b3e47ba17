import { afterEach, expect, it, vi } from 'vitest';
import { Door, LOOPBACK } from '../door/door.svelte.ts';

afterEach(() => vi.unstubAllGlobals());

const told = (lan: string[]) => vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ lan }))));

it('leads guests of the room’s own machine to its address in the house', async () => {
  told(['http://192.168.1.20:8000']);
  const door = new Door();
  expect(door.to('maple-otter-17')).toBe(`${location.origin}/t/maple-otter-17`);
  await vi.waitFor(() => expect(door.to('maple-otter-17')).toBe('http://192.168.1.20:8000/t/maple-otter-17'));
  expect(door.address).toBe('192.168.1.20:8000');
});

it.each([[() => told([])], [() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError()))]])(
  'stays where it is when there is none, or none is told',
  async (given) => {
    given();
    const door = new Door();
    await new Promise((resolve) => setTimeout(resolve));
    expect(door.to('a')).toBe(`${location.origin}/t/a`);
  },
);

it('asks on a loopback address alone', async () => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('location', new URL('https://parlour.example'));
  expect(new Door().to('a')).toBe('https://parlour.example/t/a');
  expect(asked).not.toHaveBeenCalled();
  expect(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'].every((host) => LOOPBACK.test(host))).toBe(true);
  expect(['127.example.org', 'localhost.example.org', '10.0.0.1'].some((host) => LOOPBACK.test(host))).toBe(false);
});
