/*
 * Where others find this room: as this page did, but a loopback address opened on the room's own machine is of no use to a
 * phone.
 */

import { base } from '../base.ts';
import { config } from '../api.ts';

export const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export class Door {
  origin = $state(location.origin + base);

  constructor() {
    if (LOOPBACK.test(location.hostname)) void this.#inTheHouse();
  }

  async #inTheHouse(): Promise<void> {
    const { lan } = await config().catch(() => ({ lan: [] as string[] }));
    this.origin = lan[0] ?? this.origin;
  }

  /** The link to a table. */
  to(table: string): string {
    return `${this.origin}/t/${encodeURIComponent(table)}`;
  }

  /** What one types to get here. */
  get address(): string {
    const { host, pathname } = new URL(this.origin);
    return host + (pathname === '/' ? '' : pathname);
  }
}
