import { expect, it } from 'vitest';
import { shorter } from './short-names.ts';

it('writes a name whole, its first word, and then letter by letter less', () => {
  expect([...shorter(['Mirza'])]).toEqual([['Mirza'], ['Mirz.'], ['Mir.'], ['Mi.'], ['M.']]);
  expect([...shorter(['Ana Lu'])]).toEqual([['Ana Lu'], ['Ana'], ['An.'], ['A.']]);
});

it('shortens two who stand together alike, and no letter in the middle', () => {
  expect([...shorter(['Jo', '👩‍🚀é Lu'])]).toEqual([
    ['Jo', '👩‍🚀é Lu'],
    ['Jo', '👩‍🚀é'],
    ['J.', '👩‍🚀.'],
  ]);
});
