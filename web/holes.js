/*
 * Writes which holes each sentence of the catalogues has, as types: a value that is missing or too many is then an error of
 * types. `node holes.js` writes them, `node holes.js --check` says which are not as the catalogues have them.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { format, resolveConfig } from 'prettier';

const GAMES = '../src/parlour/games';
/** What the page fills from an event or an action, not from what it is handed. */
const TOLD = ['events', 'actions', 'values', 'advice', 'reasons'];
const BRACES = /\{(\w+)\}/g;

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Every sentence by its key, with dots between the sections. */
function flat(words, stem = '') {
  return Object.entries(words).flatMap(([key, text]) => {
    if (typeof text === 'string') return [[stem + key, text]];
    return text && typeof text === 'object' && !Array.isArray(text) ? flat(text, `${stem}${key}.`) : [];
  });
}

function members(sentences) {
  return sentences.map(([key, text]) => {
    const holes = [...new Set([...text.matchAll(BRACES)].map(([, name]) => `'${name}'`))].sort();
    return `'${key}': ${holes.join(' | ') || 'never'};`;
  });
}

const HEAD = '/* Made by `npm run holes` from the catalogues: the holes of each sentence. */';
const texts = {};
const own = { ...read('src/words/en.json'), ...read('src/words/en.later.json') };
texts['src/words/holes.ts'] = `${HEAD}\nexport interface Holes { ${members(flat(own)).join('\n')} }`;
for (const game of readdirSync('src/games')) {
  const words = Object.entries(read(`${GAMES}/${game}/words.en.json`)).filter(([section]) => !TOLD.includes(section));
  const holes = members(flat(Object.fromEntries(words))).join('\n');
  texts[`src/games/${game}/holes.d.ts`] =
    `${HEAD}\nimport '$lib/game.ts';\ndeclare module '$lib/game.ts' { interface GameHoles { ${game}: { ${holes} } } }`;
}

const stale = [];
for (const [path, text] of Object.entries(texts)) {
  const made = await format(text, { ...(await resolveConfig(path)), parser: 'typescript' });
  let there = '';
  try {
    there = readFileSync(path, 'utf8');
  } catch {
    // not made yet
  }
  if (there === made) continue;
  if (process.argv.includes('--check')) stale.push(path);
  else {
    writeFileSync(path, made);
    console.log(`web/${path}: written anew, from the catalogues`);
  }
}
if (stale.length) {
  console.error(
    `${stale.join(', ')}: not as the catalogues have it; npm run ${basename(import.meta.filename, '.js')} makes it anew`,
  );
  process.exit(1);
}
