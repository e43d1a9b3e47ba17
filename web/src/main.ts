import { mount } from 'svelte';
import App from './App.svelte';
import { renew } from './lib/parts.ts';
import { settings } from './lib/settings/settings.svelte.ts';
import { speak } from './lib/words.svelte.ts';
import { keepHere } from './lib/worker.ts';
import './styles/index.css';

addEventListener('vite:preloadError', () => void renew());
await speak(settings.language);
mount(App, { target: document.getElementById('parlour')! });
keepHere();
