/* What this device remembers. A browser may refuse to store anything; then it is remembered until the page closes. */

const memory = new Map<string, string>();

export function recall<T>(key: string): T | null {
  let text: string | null | undefined;
  try {
    text = localStorage.getItem(`parlour.${key}`);
  } catch {
    text = memory.get(key);
  }
  if (text == null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(`parlour.${key}`, text);
  } catch {
    /* remembered in memory alone */
  }
}

/** What this device calls itself at a door, so that whoever was sent away from a table is known again. It says nothing else of anybody. */
export function device(): string {
  const known = recall<string>('device');
  if (known) return known;
  const drawn = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  keep('device', drawn);
  return drawn;
}

/** A chair this device holds: the token is the secret that proves it. */
export interface Chair {
  table: string;
  game: string;
  person: number;
  token: string;
  since: number;
  /** How far the person has seen the story of which match. */
  seen?: { match: number; events: number };
}

const chairs = (): Chair[] => recall<Chair[]>('chairs') ?? [];

export function chairAt(table: string): Chair | null {
  return chairs().find((chair) => chair.table === table) ?? null;
}

/** The chairs this device holds, newest first. */
export function chairsHeld(): Chair[] {
  return chairs().sort((a, b) => b.since - a.since);
}

export function keepChair(chair: Omit<Chair, 'since'>): void {
  keep('chairs', [...chairs().filter((c) => c.table !== chair.table), { ...chair, since: Date.now() }]);
}

/** Remembers how far the person at a table has seen the story of a match. */
export function keepSeen(table: string, match: number, events: number): void {
  keep('chairs', chairs().map((c) => (c.table === table ? { ...c, seen: { match, events } } : c)));
}

/** Who tries a game at a new table wants no lobby: bots sit down and it begins. Remembered until it has. */
let tried = '';
export const tryNow = (table: string): void => void (tried = table);
export function triesNow(table: string): boolean {
  const tries = tried === table;
  if (tries) tried = '';
  return tries;
}

export function forgetChair(table: string): void {
  keep('chairs', chairs().filter((c) => c.table !== table));
}
