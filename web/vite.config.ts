/// <reference types="vitest/config" />
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import { THIRD_PARTY, thirdParty } from './third-party.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const server = process.env['PARLOUR_SERVER'] ?? 'http://127.0.0.1:8000';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Below this a header weighs more than what compressing saves, in bytes. */
const WORTH = 500;

/** What many screens share, less what only those share that come after the first move. */
const EARLY =
  /src\/lib\/(?!(advice|bench|daily|end|kept|lab|past|puzzle|same|share|television)\/|tab\/(?!own)|pieces\/(Strokes|Reaction|ScoreSheet)|talk\/(Sentence|Story)|play\/calling\.|lobby\/deal\.|controls\/(Slider|Switch))/;

/** Whatever waits for the later words would have the early file wait for them too. */
const early = (id: string): boolean => EARLY.test(id) && !readFileSync(id.split('?')[0]!, 'utf8').includes('words/later.ts');

/** What is needed early and shared by few: as files of their own they weigh more than what is in them. */
const SMALL =
  /src\/(lib\/((play\/guided|end\/shakes|lab\/along|table\/wake|talk\/talk\.svelte)\.ts|(pieces\/Chip|controls\/(Switch|Note)|lobby\/BotKind|rules\/Aim|door\/Away|play\/Guided)\.svelte)|routes\/Lost\.svelte)/;

/** SKYJO's table as one file: what its count shares with it would else be cut into more, that weigh more. */
const SKYJO = /src\/games\/skyjo\/(?!CountUp|counting|end\.|samples)[^?]*\.(ts|svelte)$/;

/** Packages of fonts: files beside the page, of which the list of bundled scripts knows nothing. */
const FONTS = ['fraunces', 'inter'].map((name) => path(`node_modules/@fontsource-variable/${name}`));

/** Beside every file of text lies what the server sends of it: once, as small as can be, where the server would be quick instead. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: (_, { mode, command }) => command === 'build' && mode === 'production',
    async writeBundle({ dir = '' }, files) {
      const texts = Object.entries(files).filter(([name]) => /^assets\/.*\.(js|css|svg)$/.test(name));
      const written = texts.map(async ([name, file]) => {
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (content.length < WORTH) return;
        const params = {
          [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
          [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        await writeFile(join(dir, `${name}.br`), await brotli(content, { params }));
        await writeFile(join(dir, `${name}.gz`), await gzip(content, { level: zlib.constants.Z_BEST_COMPRESSION }));
      });
      await Promise.all(written);
    },
  };
}

/** What whoever has no script is told, in every language of the page; `public/old.js` takes its sentence from there. */
function withoutScript(): Plugin {
  const files = readdirSync(path('src/words')).filter((file) => file.endsWith('.later.json'));
  const said = files.toSorted().map((file) => {
    const words = JSON.parse(readFileSync(path(`src/words/${file}`), 'utf8')) as { 'old.sentence': string };
    return `<p class="old" lang="${file.split('.')[0]}">${words['old.sentence']}</p>`;
  });
  return {
    name: 'without-script',
    transformIndexHtml: (html) => html.replace('<noscript></noscript>', `<noscript>${said.join('')}</noscript>`),
  };
}

export default defineConfig({
  plugins: [svelte(), compressed(), withoutScript(), thirdParty(FONTS)],
  resolve: {
    alias: { $lib: path('src/lib') },
    ...(process.env['VITEST'] ? { conditions: ['browser'] } : {}),
  },
  // The page may stand under any path: its first file names it, and every other finds the next beside itself.
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }) },
  build: {
    outDir: path('../src/parlour/server/static'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    license: { fileName: THIRD_PARTY },
    modulePreload: { polyfill: false },
    // What most screens share comes as one file: many small ones are heavier, compressed and on the way.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', test: early, minShareCount: 3 },
            { name: 'small', test: SMALL },
            { name: 'skyjo', test: SKYJO },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true }, '/healthz': server }, fs: { allow: [path('..')] } },
  // One world for all test files saves two thirds of the time; what a test puts into it is taken out after it.
  test: {
    isolate: false,
    unstubGlobals: true,
    restoreMocks: true,
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/test-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
