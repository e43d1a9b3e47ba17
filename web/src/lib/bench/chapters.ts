/* The files of a game as chapters in plain words, in the order in which one writes them. */

import { endonym } from '../settings/settings.svelte.ts';
import { known, t } from '../words.svelte.ts';

const ORDER = [
  'rules',
  'state',
  'cards',
  'dealing',
  'opening',
  'turns',
  'plays',
  'counting',
  'scoring',
  'ending',
  'knowledge',
  'soundness',
  'reasons',
  'policy',
  'bot',
  'terminal',
];

const stem = (path: string): string => path.split('/').at(-1)!.split('.')[0]!;

/** What a file is called on its tab. */
export function chapter(path: string): string {
  const file = path.split('/').at(-1)!;
  const [name, language] = file.split('.') as [string, string];
  if (name === 'words') return t('bench.file.words', { language: endonym(language) });
  if (name === 'rulebook') return t('bench.file.rulebook', { language: endonym(language) });
  const key = `bench.file.${name}`;
  return known(key) && file.endsWith('.py') ? t(key as 'bench.file.rules') : file;
}

/** The files that are written here. The package's own list and what is no text go along unseen. */
export function chapters(files: Record<string, string>): string[] {
  const rank = (path: string): number => {
    if (/words\./.test(path)) return 50;
    if (/rulebook\./.test(path)) return 60;
    const at = ORDER.indexOf(stem(path));
    return at < 0 ? 40 : at;
  };
  return Object.keys(files)
    .filter((path) => path.startsWith('parlour_') && !path.endsWith('__init__.py') && !files[path]!.startsWith('data:;base64,'))
    .toSorted((one, other) => rank(one) - rank(other) || one.localeCompare(other));
}
