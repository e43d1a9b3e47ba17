/*
 * The clothes of the eight puppets: a colour (--p-1 to --p-8), a hat and a pattern each. `line` is the round line of every
 * drawing, `off` a fill printed a little off register. The hat lies on the head's own grid, the pattern on the figure's.
 */

export interface Costume {
  skin: string;
  legs: string;
  pattern: string;
  hat: string;
}

export const COSTUMES: Costume[] = [
  {
    skin: '#f0c69a',
    legs: '#3f5fa3',
    pattern:
      '<path d="M60 66v62" class="line"/><circle cx="49" cy="82" r="2.6" fill="var(--card)"/>' +
      '<circle cx="72" cy="82" r="2.6" fill="var(--card)"/><circle cx="47" cy="100" r="2.6" fill="var(--card)"/>' +
      '<circle cx="74" cy="100" r="2.6" fill="var(--card)"/><circle cx="46" cy="116" r="2.6" fill="var(--card)"/>' +
      '<circle cx="75" cy="116" r="2.6" fill="var(--card)"/>',
    hat:
      '<path d="M-19 -12C-30 -26 -22 -38 -8 -30 -6 -42 6 -42 8 -30 22 -38 30 -26 19 -12 8 -18 -8 -18 -19 -12Z"' +
      ' fill="var(--p-1)" class="off"/>' +
      '<path d="M-19 -12C-30 -26 -22 -38 -8 -30 -6 -42 6 -42 8 -30 22 -38 30 -26 19 -12 8 -18 -8 -18 -19 -12Z" class="line"/>' +
      '<path d="M-27 -27a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z" fill="var(--brass)" class="off"/>' +
      '<path d="M-27 -27a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z" class="line"/>' +
      '<path d="M21 -27a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z" fill="var(--brass)" class="off"/>' +
      '<path d="M21 -27a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z" class="line"/>',
  },
  {
    skin: '#c98d5f',
    legs: '#6b5848',
    pattern: '<path d="M48 84h24l3 40H45Z" fill="var(--card)"/><path d="M48 84h24l3 40H45Z" class="line"/>',
    hat:
      '<path d="M-16 -12v-9c-10-2-9-16 1-15 3-9 27-9 30 0 10-1 11 13 1 15v9Z" fill="var(--card)" class="off"/>' +
      '<path d="M-16 -12v-9c-10-2-9-16 1-15 3-9 27-9 30 0 10-1 11 13 1 15v9Z" class="line"/>' +
      '<path d="M-16 -16q16 5 32 0" class="line"/>',
  },
  {
    skin: '#f3d2ad',
    legs: '#7b5a3c',
    pattern:
      '<path d="M44.0 78h32.0" stroke="var(--card)" stroke-width="5"/>' +
      '<path d="M43.4 90h33.2" stroke="var(--card)" stroke-width="5"/>' +
      '<path d="M42.8 102h34.4" stroke="var(--card)" stroke-width="5"/>' +
      '<path d="M42.2 114h35.6" stroke="var(--card)" stroke-width="5"/>',
    hat:
      '<path d="M-31 -11q31-10 62 0-31 8-62 0Z" fill="#e9c66b" class="off"/>' +
      '<path d="M-31 -11q31-10 62 0-31 8-62 0Z" class="line"/>' +
      '<path d="M-16 -14c0-20 32-20 32 0q-16-5-32 0Z" fill="#e9c66b" class="off"/>' +
      '<path d="M-16 -14c0-20 32-20 32 0q-16-5-32 0Z" class="line"/><path d="M-16 -16q16-5 32 0" class="line"/>',
  },
  {
    skin: '#8f5a3a',
    legs: '#5b3a6b',
    pattern:
      '<path d="M50.0 79.5L51.3 82.7L54.5 84.0L51.3 85.3L50.0 88.5L48.7 85.3L45.5 84.0L48.7 82.7Z" fill="#f3d98a"/>' +
      '<path d="M70.0 79.5L71.3 82.7L74.5 84.0L71.3 85.3L70.0 88.5L68.7 85.3L65.5 84.0L68.7 82.7Z" fill="#f3d98a"/>' +
      '<path d="M60.0 93.5L61.3 96.7L64.5 98.0L61.3 99.3L60.0 102.5L58.7 99.3L55.5 98.0L58.7 96.7Z" fill="#f3d98a"/>' +
      '<path d="M48.0 107.5L49.3 110.7L52.5 112.0L49.3 113.3L48.0 116.5L46.7 113.3L43.5 112.0L46.7 110.7Z" fill="#f3d98a"/>' +
      '<path d="M72.0 107.5L73.3 110.7L76.5 112.0L73.3 113.3L72.0 116.5L70.7 113.3L67.5 112.0L70.7 110.7Z" fill="#f3d98a"/>',
    hat:
      '<path d="M-18 -11v-21l9 9 9-14 9 14 9-9v21q-18-6-36 0Z" fill="var(--brass)" class="off"/>' +
      '<path d="M-18 -11v-21l9 9 9-14 9 14 9-9v21q-18-6-36 0Z" class="line"/>',
  },
  {
    skin: '#e6b184',
    legs: '#7a8b8c',
    pattern:
      '<path d="M50 82h20v16H50Z" fill="var(--card)"/><path d="M50 82h20v16H50ZM55 90h.1M60 90h.1M65 90h.1" class="line"/>' +
      '<path d="M50 108h20M50 115h20" class="line"/>',
    hat:
      '<path d="M0 -20v-12" class="line"/><path d="M-4 -35a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z" fill="#d9643a" class="off"/>' +
      '<path d="M-4 -35a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z" class="line"/>' +
      '<path d="M-21 -9q21-18 42 0v-3q0-12-21-12t-21 12Z" fill="#8fa7a8" class="off"/>' +
      '<path d="M-21 -9q21-18 42 0v-3q0-12-21-12t-21 12Z" class="line"/>',
  },
  {
    skin: '#d8a070',
    legs: '#3a3434',
    pattern:
      '<path d="M48 66l12 16 12-16M60 82v44" class="line"/>' +
      '<path d="M55 70l5 4 5-4v8l-5-3-5 3Z" fill="#d9643a" stroke="var(--print)" stroke-width="1.8"/>',
    hat:
      '<path d="M-16 -13c-2-26 34-26 32 0Z" fill="var(--p-6)" class="off"/><path d="M-16 -13c-2-26 34-26 32 0Z" class="line"/>' +
      '<path d="M-25 -13q25-6 50 0-25 7-50 0Z" fill="var(--p-6)" class="off"/>' +
      '<path d="M-25 -13q25-6 50 0-25 7-50 0Z" class="line"/>',
  },
  {
    skin: '#b67a4e',
    legs: '#54414a',
    pattern:
      '<path d="M50 73l7 9-7 9-7-9Z" fill="var(--card)"/><path d="M70 73l7 9-7 9-7-9Z" fill="var(--card)"/>' +
      '<path d="M60 89l7 9-7 9-7-9Z" fill="var(--card)"/><path d="M49 105l7 9-7 9-7-9Z" fill="var(--card)"/>' +
      '<path d="M71 105l7 9-7 9-7-9Z" fill="var(--card)"/>',
    hat:
      '<path d="M-17 -12L2 -42 17 -12q-17 6 -34 0Z" fill="var(--card)" class="off"/>' +
      '<path d="M-17 -12L2 -42 17 -12q-17 6 -34 0Z" class="line"/><path d="M-11 -20q10 5 20 -3M-4 -31q5 2 9 -2" class="line"/>' +
      '<path d="M-2 -42a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z" fill="var(--p-7)" class="off"/>' +
      '<path d="M-2 -42a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z" class="line"/>',
  },
  {
    skin: '#f0c69a',
    legs: '#8a5a36',
    pattern:
      '<path d="M50 68L46 124" stroke="var(--card)" stroke-width="3"/>' +
      '<path d="M57 68L55 124" stroke="var(--card)" stroke-width="3"/>' +
      '<path d="M63 68L65 124" stroke="var(--card)" stroke-width="3"/>' +
      '<path d="M70 68L74 124" stroke="var(--card)" stroke-width="3"/>',
    hat:
      '<path d="M-19 -14c-2-24 40-24 38 0Z" fill="var(--p-8)" class="off"/><path d="M-19 -14c-2-24 40-24 38 0Z" class="line"/>' +
      '<path d="M-22 -19h44v10q-22 5-44 0Z" fill="var(--card)" class="off"/><path d="M-22 -19h44v10q-22 5-44 0Z" class="line"/>' +
      '<path d="M-12 -18v9M-4 -17v9M4 -17v9M12 -18v9" class="line"/>' +
      '<path d="M-5.5 -34a5.5 5.5 0 1 0 11.0 0a5.5 5.5 0 1 0 -11.0 0Z" fill="var(--card)" class="off"/>' +
      '<path d="M-5.5 -34a5.5 5.5 0 1 0 11.0 0a5.5 5.5 0 1 0 -11.0 0Z" class="line"/>',
  },
];
