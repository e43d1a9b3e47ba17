import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { SampleRoom } from '$lib/sample-room.svelte.ts';
import { GameWords } from '$lib/words.svelte.ts';
import words from '../../../../src/parlour/games/keskife/words.en.json';
import { samples } from './samples.ts';
import Table from './Table.svelte';

afterEach(cleanup);

it.each([['watch-camera', 1], ['watch', 0]])('%s: who looks on is told why there are puppets in the place of cameras', (moment, told) => {
  render(Table, { room: new SampleRoom(samples[moment]!, new GameWords(words)) });
  expect(screen.queryAllByText('only the players see the cameras')).toHaveLength(told);
});
