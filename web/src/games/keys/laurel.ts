/* One branch of the winner's laurel, on a field of 15 by 25: a point. */

export const LEAVES =
  'M11.2 21.4Q8.6 16.5 3.5 19.2Q6.4 24.2 11.2 21.4Z' +
  'M6.2 17.2Q5.7 11.9.2 12.9Q1 18.4 6.2 17.2Z' +
  'M4.6 11.6Q6.2 6.7 1 5.4Q-.4 10.5 4.6 11.6Z' +
  'M9.2 20.2Q14.3 18.8 12.8 13.5Q7.6 15.2 9.2 20.2Z' +
  'M5.2 14.6Q10.4 14.9 10.5 9.5Q5.1 9.4 5.2 14.6Z' +
  'M5 9Q9.8 10.1 10.8 5.1Q5.8 4.1 5 9Z' +
  'M6.2 4Q9.9 1.9 7.5-1.9Q3.7.5 6.2 4Z';

/** How far apart branches stand that make no wreath. */
const APART = 17;

/** Two branches make a wreath: the second is the first in a mirror. */
export const branchAt = (i: number, of: number): string =>
  of === 2 && i === 1 ? 'translate(30 0) scale(-1 1)' : `translate(${of === 2 ? 0 : i * APART} 0)`;
export const fieldOf = (of: number): string => `-3 -4 ${of === 2 ? 36 : 3 + APART * of} 29`;

export const STEM = 'M15 23C5 21 1.5 12 6.5 3';
