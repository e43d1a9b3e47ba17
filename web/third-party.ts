import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export const THIRD_PARTY = 'third-party.md';

const HEAD = `# Third-party licences

Parlour's page is built with the packages below, parts of which are in it. Their licences ask that these texts go with them.
`;

interface Package {
  name: string;
  version: string;
  license: string;
}

/** What a font's package says of itself, as Vite writes it of a script's. */
function font(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf-8')) as Package;
  const text = readFileSync(join(folder, 'LICENSE'), 'utf-8').trim();
  return `## ${name} - ${version} (${license})\n\n${text}\n`;
}

/** The licences of all that is in the page: Vite lists the scripts (`build.license`), the fonts are added here. */
export function thirdParty(fonts: string[]): Plugin {
  return {
    name: 'third-party',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const file = join(dir, THIRD_PARTY);
      if (!existsSync(file)) return;
      const scripts = readFileSync(file, 'utf-8');
      const listed = scripts.slice(scripts.indexOf('\n## ') + 1).trim();
      // Headings inside a licence are its own text, not entries of this list.
      writeFileSync(file, [HEAD, listed, ...fonts.map(font)].join('\n').replaceAll('\r\n', '\n').trimEnd() + '\n');
    },
  };
}
