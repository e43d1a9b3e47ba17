import { expect, it } from 'vitest';
import { brightness, dark } from '../light.ts';

it('weighs a picture as the eye does', () => {
  expect(brightness([])).toBe(0);
  expect(brightness([255, 255, 255, 255, 0, 0, 0, 255])).toBeCloseTo(127.5);
  expect(brightness([0, 255, 0, 255])).toBeGreaterThan(brightness([255, 0, 0, 255]));
});

it('calls a room dark in which a face is not made out', () => {
  expect(dark(20)).toBe(true);
  expect(dark(120)).toBe(false);
});
