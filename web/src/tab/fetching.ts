/* What the room in a tab is made of, fetched with a bar that goes on, and kept as far as it has come. */

export interface Part {
  name: string;
  bytes: number;
}

/** `state` is waiting while there is no line. */
export type Progress = (state: 'coming' | 'waiting', came: number) => void;

const AGAIN = 2_000;
const KINDS: Record<string, string> = { wasm: 'application/wasm', mjs: 'text/javascript', json: 'application/json' };

/** Where the edition is kept; the service worker looks in the same place. Null where the browser keeps nothing. */
export async function place(files: string, edition: string): Promise<Cache | null> {
  try {
    return await caches.open(`parlour-tab ${files}/ ${edition}`);
  } catch {
    return null;
  }
}

export class Fetching {
  readonly #files: string;
  readonly #kept: Cache | null;
  readonly #told: Progress;
  readonly #came = new Map<string, number>();

  constructor(files: string, kept: Cache | null, told: Progress) {
    this.#files = files;
    this.#kept = kept;
    this.#told = told;
  }

  #tell(state: 'coming' | 'waiting'): void {
    this.#told(
      state,
      [...this.#came.values()].reduce((sum, came) => sum + came, 0),
    );
  }

  /** A part, however often the line breaks. */
  async part({ name }: Part): Promise<Uint8Array> {
    const address = `${this.#files}/py/${name}`;
    const kept = await this.#kept?.match(address);
    if (kept) {
      const bytes = new Uint8Array(await kept.arrayBuffer());
      this.#came.set(name, bytes.length);
      this.#tell('coming');
      return bytes;
    }
    for (;;) {
      try {
        const bytes = await this.#fetch(address, name);
        const type = KINDS[name.split('.').at(-1)!] ?? 'application/octet-stream';
        await this.#kept?.put(address, new Response(bytes as BodyInit, { headers: { 'content-type': type } })).catch(() => {});
        return bytes;
      } catch {
        this.#came.set(name, 0);
        this.#tell('waiting');
        await new Promise((again) => setTimeout(again, AGAIN));
      }
    }
  }

  async #fetch(address: string, name: string): Promise<Uint8Array> {
    const answer = await fetch(address);
    if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${address}`);
    const chunks: Uint8Array[] = [];
    let length = 0;
    const reader = answer.body.getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      chunks.push(chunk.value);
      length += chunk.value.length;
      this.#came.set(name, length);
      this.#tell('coming');
    }
    const whole = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  }
}
