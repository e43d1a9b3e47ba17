/* A game's stylesheets are global: each rule must begin at the game's own root, or it dresses the shell's pieces too. */

/// <reference types="node" />

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** The classes a game's rules may begin at: its table's, and those of pieces that also lie outside it. */
const ROOTS: Record<string, string[]> = { keskife: ['kesk', 'play:has'], keys: ['keys'], skyjo: ['sky', 'countup', 'skyjo'] };

function sheetsOf(game: string): string[] {
  const folder = `${import.meta.dirname}/${game}`;
  return readdirSync(folder).filter((name) => name.endsWith('.css')).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
}

function selectors(sheet: string): string[] {
  const heads = Array.from(sheet.replace(/\/\*[\s\S]*?\*\/|@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '').matchAll(/([^{}]+)\{/g), ([, head = '']) => head.trim());
  return heads.filter((head) => !head.startsWith('@')).flatMap((head) => head.split(/,(?![^(]*\))/).map((one) => one.trim()));
}

describe.each(Object.entries(ROOTS))('%s', (game, roots) => {
  const own = new RegExp(`^(\\[data-[a-z]+="[a-z]+"\\] )?(:(where|is)\\()?(main)?\\.(${roots.join('|')})(?![\\w-])`);

  test('every selector begins at the root of the game', () => {
    const all = sheetsOf(game).flatMap(selectors);
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter((selector) => !own.test(selector))).toEqual([]);
  });
});
