import { beforeEach, expect, it, vi } from 'vitest';

const ask = vi.fn(async () => new Response('{"game":"skyjo"}'));
vi.mock('../api.ts', () => ({ ask }));
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

beforeEach(() => ask.mockClear());

it('saves what the room answers, for no server does', async () => {
  const { handOut } = await import('../tab/downloads.ts');
  const saved: string[] = [];
  URL.createObjectURL = (file) => `blob:${(file as Blob).size}`;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`);
  });
  handOut();
  expect(pressed('/tab/?/api/tables/maple/log', 'skyjo.json').held).toBe(true);
  await vi.waitFor(() => expect(saved).toEqual(['skyjo.json blob:16']));
  expect(ask).toHaveBeenCalledWith('/api/tables/maple/log');
  expect(pressed('data:text/csv,a', 'maple.csv').held).toBe(false);
  expect(ask).toHaveBeenCalledOnce();
});
