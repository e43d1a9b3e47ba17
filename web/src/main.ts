import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './lib/settings.svelte.ts';
import { speak } from './lib/words.svelte.ts';
import './styles/index.css';

await speak(settings.language);
mount(App, { target: document.getElementById('parlour')! });
