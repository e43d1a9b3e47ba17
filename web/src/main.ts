import { mount } from 'svelte';
import App from './App.svelte';
import { tab } from './lib/base.ts';
import { renew } from './lib/parts.ts';
import { settings } from './lib/settings/settings.svelte.ts';
import { speak } from './lib/words.svelte.ts';
import { keepHere } from './lib/worker.ts';
import './styles/index.css';

addEventListener('vite:preloadError', () => void renew());
if (tab) (await import('./lib/tab/port.ts')).lightUp();
await speak(settings.language);
mount(App, { target: document.getElementById('parlour')! });
keepHere();
