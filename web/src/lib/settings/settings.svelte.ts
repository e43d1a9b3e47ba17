/* What a person has set on this device. */

import { keep, recall } from '../store.ts';

/**
 * A language is two files of words: those that every page says, and `<language>.later.json`, which a part of the page that
 * comes later brings along (`words/later.ts`).
 */
const files = import.meta.glob<{ default: Record<string, string> }>('../../words/*.json');
export type Language = string;
export const LANGUAGES: Language[] = Object.keys(files)
  .flatMap((path) => /\/(\w+)\.json$/.exec(path)?.[1] ?? [])
  .sort();
export const wordsIn = (language: Language) => files[`../../words/${language}.json`]!();
export const laterIn = (language: Language) => files[`../../words/${language}.later.json`]!();

/** What a language calls itself. */
export function endonym(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

export interface Settings {
  language: Language;
  theme: 'auto' | 'light' | 'dark';
  /** 0 is off; it is off until asked for. */
  volume: number;
  /** Sounds that tell something are written too. */
  captions: boolean;
  /** A bell on one's turn while the page is hidden. */
  bell: boolean;
  /** The phone shakes, and the system shows a note, on one's turn while the page is hidden. */
  buzz: boolean;
  note: boolean;
  motion: 'auto' | 'less';
  text: 'normal' | 'large' | 'larger';
  /** Single keys press what is lit at the table. */
  keys: boolean;
  name: string;
  avatar: string;
}

function spoken(): Language {
  const wanted = (typeof navigator === 'undefined' ? [] : navigator.languages).map((tag) => tag.slice(0, 2));
  return wanted.find((tag) => LANGUAGES.includes(tag)) ?? 'en';
}

const FIRST: Settings = {
  language: 'en',
  theme: 'auto',
  volume: 0,
  captions: false,
  bell: true,
  buzz: false,
  note: false,
  motion: 'auto',
  text: 'normal',
  keys: true,
  name: '',
  avatar: 'fox',
};

export const settings: Settings = $state({ ...FIRST, language: spoken(), ...recall<Partial<Settings>>('settings') });
if (!LANGUAGES.includes(settings.language)) settings.language = spoken(); // of a house that had more of them

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  keep('settings', $state.snapshot(settings));
}

const SIZES = { normal: '', large: '112.5%', larger: '125%' };

/** Puts the settings on the page; call it in an effect. */
export function dress(root: HTMLElement, darkOutside: boolean): void {
  root.lang = settings.language;
  root.dataset['theme'] = settings.theme === 'auto' ? (darkOutside ? 'dark' : 'light') : settings.theme;
  root.dataset['motion'] = settings.motion;
  root.style.fontSize = root.dataset['screen'] === 'tv' ? '' : SIZES[settings.text];
}
