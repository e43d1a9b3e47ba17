import { beforeAll, beforeEach, expect, it, vi } from 'vitest';

const ask = vi.fn(async () => new Response('{"game":"skyjo"}'));
vi.mock('../api.ts', () => ({ ask, Refused: class Refused extends Error {} }));
vi.mock('../base.ts', () => ({
  addressOf: (link: HTMLAnchorElement) => link.pathname + link.search,
  within: (path: string) => path.replace('/tab/?', ''),
}));

const pressed = (href: string, name: string): { held: boolean } => {
  document.body.innerHTML = `<a href="${href}" download="${name}"><span>Keep</span></a>`;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  document.querySelector('span')!.dispatchEvent(event);
  return { held: event.defaultPrevented };
};

beforeAll(async () => (await import('../tab/downloads.ts')).handOut());
beforeEach(() => ask.mockClear());

it('saves what the room answers, for no server does', async () => {
  const saved: string[] = [];
  URL.createObjectURL = (file) => `blob:${(file as Blob).size}`;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`);
  });
  expect(pressed('/tab/?/api/tables/maple/log', 'skyjo.json').held).toBe(true);
  await vi.waitFor(() => expect(saved).toEqual(['skyjo.json blob:16']));
  expect(ask).toHaveBeenCalledWith('/api/tables/maple/log');
  expect(pressed('data:text/csv,a', 'maple.csv').held).toBe(false);
  expect(ask).toHaveBeenCalledOnce();
});

it('says beside the link why a file did not come, until it is pressed again', async () => {
  const said = () => [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent!.trim());
  ask.mockRejectedValueOnce(new Error('the worker is gone'));
  pressed('/tab/?/api/tables/maple/log', 'skyjo.json');
  await vi.waitFor(() => expect(said()).toEqual([expect.stringMatching(/^The file was not saved\. ./)]));
  expect(document.querySelector('a')!.nextElementSibling).toBe(document.querySelector('[role=alert]'));
  document.querySelector('span')!.click();
  await vi.waitFor(() => expect(said()).toEqual([]));
});
