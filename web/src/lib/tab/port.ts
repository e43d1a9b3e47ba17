/* The house in this browser: a worker beside the page answers as a server does, and this carries to it. */

import { files, tab } from '../base.ts';
import { carryBy, type Talk } from '../carrier.ts';
import Here from './Here.svelte';
import Lamp from './Lamp.svelte';
import { handOut } from './downloads.ts';
import { light } from './light.svelte.ts';
import type { FromWorker } from './messages.ts';
import NeedsHouse from './NeedsHouse.svelte';
import NoLine from './NoLine.svelte';
import { own } from './own.ts';
import Pinned from './Pinned.svelte';
import { reach, say } from './worker.ts';
import { outside } from '../bench/frame.ts';

/** What needs no table lies beside the page, as it was answered when the folder was laid out. */
const STILL = [/^\/api\/(config|games)$/, /^\/api\/games\/[^/]+\/(words|rulebook)\/[^/]+$/];

const waiting = new Map<number, (answer: Response) => void>();
const lines = new Map<number, Line>();
let numbers = 0;

/** A line to a table: open at once, for what is sent waits until there is somebody to hear it. */
class Line implements Talk {
  readyState: number = WebSocket.CONNECTING;
  onopen: Talk['onopen'] = null;
  onmessage: Talk['onmessage'] = null;
  onclose: Talk['onclose'] = null;
  readonly #number = ++numbers;

  constructor(url: string) {
    lines.set(this.#number, this);
    say({ kind: 'line', line: this.#number, word: decodeURIComponent(/tables\/([^/]+)\/socket/.exec(url)?.[1] ?? '') });
  }

  opened(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.(new Event('open'));
  }

  over(): void {
    this.readyState = WebSocket.CLOSED;
    lines.delete(this.#number);
    this.onclose?.(new CloseEvent('close'));
  }

  send(text: string): void {
    say({ kind: 'say', line: this.#number, text });
  }

  close(): void {
    if (!lines.has(this.#number)) return;
    say({ kind: 'leave', line: this.#number });
    this.over();
  }
}

function heard(data: FromWorker): void {
  switch (data.kind) {
    case 'answer':
      waiting.get(data.id)?.(
        new Response(data.body as BodyInit, { status: data.status, headers: { 'content-type': data.type } }),
      );
      waiting.delete(data.id);
      break;
    case 'opened':
      lines.get(data.line)?.opened();
      break;
    case 'told':
      lines.get(data.line)?.onmessage?.(new MessageEvent('message', { data: data.text }));
      break;
    case 'over':
      lines.get(data.line)?.over();
      break;
    case 'light':
      light.state = data.state;
      light.came = data.came;
      light.of = data.of;
      if (data.state === 'lit' && !outside()) void keep();
      if (data.state === 'elsewhere') for (const line of lines.values()) line.over();
      break;
  }
}

/** Has all of it kept on this device, once the room is lit and nothing waits for it any more. */
async function keep(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(`${files}/worker.js`, { scope: `${files}/` });
    await navigator.serviceWorker.ready;
    light.kept = true;
    await navigator.storage?.persist?.();
  } catch (error) {
    console.warn(error); // the room is here all the same, as long as the page is open
  }
}

async function still(path: string): Promise<Response> {
  const answer = await fetch(`${files}${path}${path.includes('/rulebook/') ? '.md' : '.json'}`);
  if (answer.ok || answer.status !== 404) return answer;
  return Response.json({ code: 'unknown_language', message: 'there is no such file' }, { status: 404 });
}

let begun = false;

/** Begins to light the room; on the bench, which has workers of its own, only when a table is wanted. */
function begin(): void {
  if (begun) return;
  begun = true;
  reach(heard, (why) => {
    console.error(why);
    light.state = 'failed';
  });
  say({ kind: 'begin', files, edition: tab!.edition });
}

/** Carries everything to the room of this browser from now on. */
export function lightUp(): void {
  const framed = outside() !== null;
  Object.assign(own, { lit: () => light.state === 'lit', Lamp, Pinned, Here, NeedsHouse, NoLine, keep, begin });
  own.bench = () => import('../../routes/Bench.svelte');
  handOut();
  if (framed || !/^\?\/bench(\/|$)/.test(location.search)) begin();
  carryBy({
    ask: (path, init) => {
      if (!framed && (init.method ?? 'GET') === 'GET' && STILL.some((known) => known.test(path))) return still(path);
      begin();
      const id = ++numbers;
      const body = typeof init.body === 'string' ? init.body : undefined;
      return new Promise((done) => {
        waiting.set(id, done);
        say({ kind: 'ask', id, method: init.method ?? 'GET', path, body });
      });
    },
    line: (url) => {
      begin();
      return new Line(url);
    },
  });
}
