/* The pieces as elements, for a stranger's table; importing this makes them known to the browser. */

import { mount, unmount, untrack, type Component } from 'svelte';
import Card from '../../pieces/Card.svelte';
import Coaster from '../../pieces/Coaster.svelte';
import Seat from './Seat.svelte';
import Slip from './Slip.svelte';

/** Svelte's own elements come with what Svelte 4 did, in a file that everybody loads; these are a component and no more. */
function define(tag: string, component: Component<never>, takes: string[], flags: string[] = []): void {
  class Piece extends HTMLElement {
    static readonly observedAttributes = [...takes, ...flags];
    readonly props = $state<Record<string, unknown>>({});
    #drawn: object | null = null;

    connectedCallback(): void {
      this.#drawn ??= untrack(() => mount(component, { target: this, props: this.props as never }));
    }

    disconnectedCallback(): void {
      if (this.#drawn) void unmount(this.#drawn);
      this.#drawn = null;
    }

    attributeChangedCallback(name: string, _: string | null, value: string | null): void {
      this.props[name] = flags.includes(name) ? value !== null : (value ?? undefined);
    }
  }
  for (const name of Piece.observedAttributes)
    Object.defineProperty(Piece.prototype, name, {
      get(this: Piece) {
        return this.props[name];
      },
      set(this: Piece, value: unknown) {
        this.props[name] = value;
      },
    });
  customElements.define(tag, Piece);
}

define('parlour-card', Card, ['face', 'label', 'width'], ['gone', 'press', 'disabled']);
define('parlour-coaster', Coaster, ['face', 'art', 'label', 'width']);
define('parlour-seat', Seat, ['person', 'name', 'sub'], ['turn']);
define('parlour-slip', Slip, ['heading', 'text'], ['mine']);
