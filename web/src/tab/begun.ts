/* Python, begun: the first time as it begins, and from then on from a picture of its memory at that moment, which this
   device keeps with its edition. */

import { place } from './fetching.ts';

export interface Python {
  unpackArchive(bytes: Uint8Array, kind: string, options?: { extractDir: string }): void;
  runPython(code: string): void;
  pyimport(name: string): Record<string, (...given: unknown[]) => unknown>;
  makeMemorySnapshot(): Uint8Array;
}
interface Given {
  indexURL: string;
  _makeSnapshot?: boolean;
  _loadSnapshot?: Uint8Array;
}

const picture = (files: string): string => `${files}/py/memory`; // no file of the folder has this name

export async function begun(files: string, kept: Awaited<ReturnType<typeof place>>): Promise<Python> {
  const folder = new URL(`${files}/py/`, location.href).href;
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as {
    loadPyodide(given: Given): Promise<Python>;
  };
  const drawn = await kept?.match(picture(files));
  if (drawn) {
    try {
      const python = await loadPyodide({ indexURL: folder, _loadSnapshot: new Uint8Array(await drawn.arrayBuffer()) });
      python.runPython('import random; random.seed()'); // the dice of that moment are in the picture
      return python;
    } catch (error) {
      console.warn(error);
      await forget(files, kept); // and as without one
    }
  }
  const python = await loadPyodide({ indexURL: folder, _makeSnapshot: kept !== null });
  if (kept) {
    const bytes = python.makeMemorySnapshot();
    void kept.put(picture(files), new Response(bytes as BodyInit)).catch(() => {}); // there may be no room for it
  }
  return python;
}

/** So that the next time it begins as the first time. */
export async function forget(files: string, kept: Awaited<ReturnType<typeof place>>): Promise<void> {
  await kept?.delete(picture(files));
}
