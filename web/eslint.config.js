import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { configs, parser } from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  globalIgnores(['node_modules/']),
  js.configs.recommended,
  configs.recommended,
  svelte.configs.recommended,
  { languageOptions: { globals: globals.browser }, linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['holes.js'], languageOptions: { globals: globals.node } },
  { files: ['public/old.js'], languageOptions: { ecmaVersion: 5, sourceType: 'script' } },
  { files: ['public/worker.js', 'public/tab-worker.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser, svelteConfig } } },
  {
    files: ['**/*.ts', '**/*.svelte'],
    rules: {
      // TypeScript knows what is defined.
      'no-undef': 'off',
      // A list that is only counted through, and what a test's double is handed.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    rules: {
      // Only drawings that are part of the page are put in as they are; what people and houses send is never markup.
      'svelte/no-at-html-tags': 'off',
      // Sets and maps that are drawn are `$state.raw`, and replaced whole.
      'svelte/prefer-svelte-reactivity': 'off',
      // `{' '}` is a space that Prettier leaves where it is.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  // The cells of a game's view are the game's own: its table knows their shapes.
  { files: ['src/lib/values.ts'], rules: { '@typescript-eslint/no-explicit-any': 'off' } },
);
