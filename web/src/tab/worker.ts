/* The worker in which the room in a tab runs: Python, the tables and their store. Another of its kind does the thinking. */

import type { FromWorker, ToWorker } from '../lib/tab/messages.ts';
import { Drawers } from './drawers.ts';
import { Fetching, place, type Part } from './fetching.ts';

interface Python {
  unpackArchive(bytes: Uint8Array, kind: string, options?: { extractDir: string }): void;
  runPython(code: string): void;
  pyimport(name: string): Record<string, (...given: unknown[]) => unknown>;
}
interface Proxy {
  toJs(): Uint8Array;
  destroy(): void;
}
interface Port {
  ask(id: number, method: string, path: string, body: string | undefined): void;
  open(line: number, word: string): void;
  say(line: number, text: string): void;
  leave(line: number): void;
}
interface Bench {
  port: Port;
  do(what: string, given: string, told: (text: string) => void): Promise<string>;
}
type Beside =
  | { kind: 'beside'; files: string; edition: string }
  | { kind: 'call'; id: number; call: Uint8Array }
  | { kind: 'done'; id: number; found: Uint8Array }
  | { kind: 'on the way'; id: number; text: string };

const say = (message: FromWorker): void => postMessage(message);
const early: ToWorker[] = []; // what came before there was anybody to hear it
let house: Port | null = null;
let where = { files: '', edition: '' };

/** Python, with all that the room needs of it. */
async function python(): Promise<Python> {
  const { files, edition } = where;
  let of = 0;
  const fetching = new Fetching(files, await place(files, edition), (state, came) => say({ kind: 'light', state, came, of }));
  const list = (await (await fetch(`${files}/tab.json`)).json()) as { python: Part[]; wheels: string[] };
  of = list.python.reduce((sum, part) => sum + part.bytes, 0);
  const parts = new Map(await Promise.all(list.python.map(async (part) => [part.name, await fetching.part(part)] as const)));
  say({ kind: 'light', state: 'lighting', came: of, of });
  const fetched = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const name = String(input instanceof Request ? input.url : input)
      .split('/')
      .at(-1)!;
    const part = parts.get(name);
    if (!part) return fetched(input, init);
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return Promise.resolve(new Response(part as BodyInit, { headers: { 'content-type': type } }));
  };
  const folder = new URL(`${files}/py/`, location.href).href;
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as {
    loadPyodide(given: { indexURL: string }): Promise<Python>;
  };
  const python = await loadPyodide({ indexURL: folder });
  for (const wheel of list.wheels) python.unpackArchive(parts.get(wheel)!, 'wheel');
  python.unpackArchive(parts.get('parlour.zip')!, 'zip', { extractDir: '/lib/parlour' });
  python.runPython("import sys; sys.path.insert(0, '/lib/parlour'); sys.dont_write_bytecode = True");
  globalThis.fetch = fetched;
  return python;
}

// --- beside the tables

let other: Worker | null = null;
const asked = new Map<number, { done: (found: Uint8Array) => void; told: (text: string) => void }>();
let calls = 0;

/** Has the worker beside this one do something; it is begun when it is needed. */
function beside(call: Proxy, told: (text: string) => void): Promise<Uint8Array> {
  if (!other) {
    other = new Worker(location.href, { type: 'module', name: 'beside' });
    other.onmessage = ({ data }: MessageEvent<Beside>) => {
      if (data.kind === 'on the way') asked.get(data.id)?.told(data.text);
      if (data.kind !== 'done') return;
      asked.get(data.id)?.done(data.found);
      asked.delete(data.id);
    };
    other.postMessage({ kind: 'beside', ...where } satisfies Beside);
  }
  const id = ++calls;
  const bytes = call.toJs();
  return new Promise((done) => {
    asked.set(id, { done, told });
    other!.postMessage({ kind: 'call', id, call: bytes } satisfies Beside);
  });
}

let worker: Promise<(call: Uint8Array, told: (text: string) => void) => Proxy> | null = null;

async function work(id: number, call: Uint8Array): Promise<void> {
  const found = (await worker!)(call, (text) => postMessage({ kind: 'on the way', id, text } satisfies Beside));
  postMessage({ kind: 'done', id, found: found.toJs() } satisfies Beside);
  found.destroy();
}

// --- the tables

// Milliseconds. A page that was left may have the room yet, as long as what its worker is at takes: after a moment it is said
// that another tab has it, and as soon as that lets go within a minute it is lit all the same.
const MOMENT = 2_000;
const MINUTE = 60_000;
let asking = new AbortController();

function elsewhere(): void {
  house = null;
  other?.terminate();
  other = null;
  say({ kind: 'light', state: 'elsewhere', came: 0, of: 0 });
}

/** Lights the room; `steal` where another tab of this browser has it. */
async function begin(steal: boolean): Promise<void> {
  const name = `parlour ${where.files}/`;
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return open(name);
  asking.abort();
  const mine = (asking = new AbortController());
  const late = steal ? [] : [setTimeout(elsewhere, MOMENT), setTimeout(() => mine.abort(), MINUTE)];
  try {
    await locks.request(name, steal ? { steal: true } : { signal: mine.signal }, async () => {
      late.forEach(clearTimeout);
      await open(name);
      await new Promise(() => {}); // until the tab is closed, or another takes it
    });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    late.forEach(clearTimeout);
    if (!mine.signal.aborted) elsewhere();
  }
}

/** What Python says to the page. */
const spoken = {
  answer: (id: number, status: number, type: string, body: Proxy) => say({ kind: 'answer', id, status, type, body: body.toJs() }),
  told: (line: number, text: string) => say({ kind: 'told', line, text }),
  over: (line: number) => say({ kind: 'over', line }),
};

async function open(name: string): Promise<void> {
  const [drawers, found] = await Promise.all([Drawers.open(name), (loaded ??= python())]);
  house = found.pyimport('parlour.tab.browser')['begin']!({
    ...spoken,
    write: (changes: string) => drawers.write(changes),
    read: (prefix: string) => drawers.read(prefix),
    beside,
  }) as unknown as Port;
  say({ kind: 'light', state: 'lit', came: 0, of: 0 });
  while (early.length) hear(early.shift()!);
}

let loaded: Promise<Python> | null = null;

// --- the bench

let bench: Bench | null = null;

/** A worker in which a game is written: nothing of the room's is in it, so that it can be ended at any moment. */
async function layBench(): Promise<void> {
  const found = await python();
  bench = found.pyimport('parlour.tab.browser')['bench']!(spoken, () => say({ kind: 'beat' })) as unknown as Bench;
  house = bench.port;
  say({ kind: 'light', state: 'lit', came: 0, of: 0 });
  while (early.length) hear(early.shift()!);
}

async function answer(id: number, what: string, given: string): Promise<void> {
  const text = await bench!.do(what, given, (part) => say({ kind: 'on the way', id, text: part }));
  say({ kind: 'did', id, text });
}

function hear(message: ToWorker): void {
  if (message.kind === 'begin') {
    where = { files: message.files, edition: message.edition };
    failing(begin(false));
  } else if (message.kind === 'bench') {
    where = { files: message.files, edition: message.edition };
    failing(layBench());
  } else if (message.kind === 'ping') say({ kind: 'beat' });
  else if (message.kind === 'take') failing(begin(true));
  else if (!house) early.push(message);
  else if (message.kind === 'do') failing(answer(message.id, message.what, message.given));
  else if (message.kind === 'ask') house.ask(message.id, message.method, message.path, message.body);
  else if (message.kind === 'line') {
    house.open(message.line, message.word);
    say({ kind: 'opened', line: message.line });
  } else if (message.kind === 'say') house.say(message.line, message.text);
  else house.leave(message.line);
}

function failing(work: Promise<void>): void {
  work.catch((error: unknown) => {
    console.error(error);
    say({ kind: 'light', state: 'failed', came: 0, of: 0 });
  });
}

onmessage = ({ data }: MessageEvent<ToWorker | Beside>) => {
  if (data.kind === 'beside') {
    where = { files: data.files, edition: data.edition };
    worker = python().then((found) => {
      const does = found.pyimport('parlour.tab.browser')['work']!;
      return (call, told) => does(call, told) as Proxy;
    });
  } else if (data.kind === 'call') void work(data.id, data.call);
  else hear(data as ToWorker);
};
