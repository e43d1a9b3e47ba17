/* Whoever imports this has all of the page's own words when it runs: for parts of the page that come after the first move. */

import { speakAll } from '../lib/words.svelte.ts';

await speakAll();
