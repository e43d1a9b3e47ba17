/* What a person has set on this device. */

import { keep, recall } from './store.ts';

export const LANGUAGES = { en: 'English', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

export interface Settings {
  language: Language;
  theme: 'auto' | 'light' | 'dark';
  /** 0 is off; it is off until asked for. */
  volume: number;
  /** Sounds that tell something are written too. */
  captions: boolean;
  /** A bell on one's turn while the page is hidden. */
  bell: boolean;
  motion: 'auto' | 'less';
  text: 'normal' | 'large' | 'larger';
  name: string;
  avatar: string;
}

function spoken(): Language {
  const wanted = (typeof navigator === 'undefined' ? [] : navigator.languages).map((tag) => tag.slice(0, 2));
  return (wanted.find((tag) => tag in LANGUAGES) as Language | undefined) ?? 'en';
}

const FIRST: Settings = { language: 'en', theme: 'auto', volume: 0, captions: false, bell: true, motion: 'auto', text: 'normal', name: '', avatar: 'fox' };

export const settings: Settings = $state({ ...FIRST, language: spoken(), ...recall<Partial<Settings>>('settings') });

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
