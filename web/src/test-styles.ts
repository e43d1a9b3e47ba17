/* A game's stylesheets are global: each rule must begin at the game's own root, or it dresses the shell's pieces too. */

/// <reference types="node" />

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

function selectors(sheet: string): string[] {
  const bare = sheet.replace(/\/\*[\s\S]*?\*\/|@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '');
  const heads = Array.from(bare.matchAll(/([^{}]+)\{/g), ([, head = '']) => head.trim());
  return heads.filter((head) => !head.startsWith('@')).flatMap((head) => head.split(/,(?![^(]*\))/).map((one) => one.trim()));
}

/**
 * A test that every rule of a game's folder begins at one of its roots: classes of its table, and of pieces that also lie
 * outside it.
 */
export function stylesBeginAt(folder: string, roots: string[]): void {
  const own = new RegExp(`^(\\[data-[a-z]+='[a-z]+'\\] )?(:(where|is)\\(\\s*)?(main)?\\.(${roots.join('|')})(?![\\w-])`);
  test('every selector begins at a root of the game', () => {
    const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'));
    const all = sheets.flatMap((name) => selectors(readFileSync(`${folder}/${name}`, 'utf8')));
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter((selector) => !own.test(selector))).toEqual([]);
  });
}
