/* The store of the room in a tab: texts under keys in IndexedDB, many changed at once or not at all. */

const TEXTS = 'texts';
const OWNER = 'owner';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class Drawers {
  readonly #base: IDBDatabase;
  readonly #me: string;

  private constructor(base: IDBDatabase, me: string) {
    this.#base = base;
    this.#me = me;
  }

  /** Opens them and becomes the one who writes: whoever did before cannot any more. */
  static async open(name: string): Promise<Drawers> {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(TEXTS);
      asked.result.createObjectStore(OWNER);
    };
    const base = await done(asked);
    const drawers = new Drawers(base, crypto.randomUUID());
    const claim = base.transaction(OWNER, 'readwrite');
    claim.objectStore(OWNER).put(drawers.#me, OWNER);
    await drawers.#settled(claim);
    return drawers;
  }

  #settled(transaction: IDBTransaction): Promise<void> {
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('another tab has taken the room over'));
    });
  }

  /** A JSON list of [key, text] to put and [first, last, null] to clear: all of it is durable when this resolves. */
  async write(changes: string): Promise<void> {
    const rows = JSON.parse(changes) as [string, string, null?][];
    if (!rows.length) return;
    const transaction = this.#base.transaction([TEXTS, OWNER], 'readwrite', { durability: 'strict' });
    const settled = this.#settled(transaction);
    const owner = transaction.objectStore(OWNER).get(OWNER);
    owner.onsuccess = () => {
      if (owner.result !== this.#me) {
        transaction.abort();
        return;
      }
      const texts = transaction.objectStore(TEXTS);
      for (const row of rows) {
        if (row.length === 3) texts.delete(IDBKeyRange.bound(row[0], row[1]));
        else texts.put(row[1], row[0]);
      }
      transaction.commit();
    };
    await settled;
  }

  /** What lies under the keys that begin so, as a JSON list of [key, text]. */
  async read(prefix: string): Promise<string> {
    const texts = this.#base.transaction(TEXTS).objectStore(TEXTS);
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const [keys, found] = await Promise.all([done(texts.getAllKeys(range)), done(texts.getAll(range))]);
    return JSON.stringify(keys.map((key, at) => [key, found[at]]));
  }
}
