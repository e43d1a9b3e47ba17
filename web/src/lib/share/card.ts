/* A picture to send: 1200 × 630, drawn by the page alone, always by day. It holds nothing that is not said on it. */

import laurel from '../../art/laurel.svg?raw';
import lamp from '../../art/lamp.svg?raw';
import { drawingOf } from '../pieces/Avatar.svelte';

export const WIDTH = 1200;
export const HEIGHT = 630;
/** Where the wood begins. */
const SHELF = 488;
/** So many others have a name; of more their number is said. */
export const MOST = 5;

interface Face {
  name: string;
  avatar: string;
  bot: boolean;
  score: string;
}

export interface Card {
  title: string;
  sentence: string;
  /** In the laurel; null where nobody is. */
  winner: Pick<Face, 'avatar' | 'bot'> | null;
  others: Face[];
  /** "and three more", where there are. */
  more: string;
  game: string;
  date: string;
  place: string;
}

const INK = '#2b1e18';
const SOFT = '#5b483b';
const CREAM = '#fdf3df';

/** A drawing as an image; colours that the page gives by name are those of the day. */
async function image(svg: string, width = 400, height = 400): Promise<HTMLImageElement> {
  const text = svg
    .replace(/var\(--[\w-]+,\s*([^)]+)\)/g, '$1')
    .replace(/var\(--print\)/g, INK)
    .replace(/var\(--[\w-]+\)/g, '#8f8a70')
    .replace('<svg ', `<svg width="${width}" height="${height}" `);
  const found = new Image();
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  found.src = address;
  await found.decode().catch(() => undefined);
  URL.revokeObjectURL(address);
  return found;
}

const face = async ({ avatar, bot }: Pick<Face, 'avatar' | 'bot'>): Promise<HTMLImageElement> =>
  image(await (await fetch(drawingOf(avatar.replace(/-\d+$/, ''), bot))).text());

/** A text in as many lines as it needs, at most `most`. */
function lines(on: CanvasRenderingContext2D, text: string, width: number, most: number): string[] {
  const found: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && on.measureText(longer).width > width) {
      found.push(line);
      line = word;
    } else line = longer;
  }
  if (line) found.push(line);
  return found.length > most ? [...found.slice(0, most - 1), `${found[most - 1]} …`] : found;
}

/** The largest size at which a text has room in a line. */
function fit(on: CanvasRenderingContext2D, text: string, font: (size: number) => string, size: number, width: number): number {
  for (; size > 26; size -= 2) {
    on.font = font(size);
    if (on.measureText(text).width <= width) break;
  }
  on.font = font(size);
  return size;
}

const display = (size: number): string => `600 ${size}px "Fraunces Variable", Fraunces, serif`;
const plain =
  (weight: number) =>
  (size: number): string =>
    `${weight} ${size}px "Inter Variable", Inter, sans-serif`;

function wall(on: CanvasRenderingContext2D): void {
  on.fillStyle = '#f5e8d3';
  on.fillRect(0, 0, WIDTH, HEIGHT);
  on.fillStyle = '#f1e2c9';
  for (let x = 28; x < WIDTH; x += 56) on.fillRect(x, 0, 28, SHELF);
  const light = on.createRadialGradient(560, 0, 0, 560, 0, 620);
  light.addColorStop(0, 'rgb(250 222 160 / 0.9)');
  light.addColorStop(1, 'rgb(250 222 160 / 0)');
  on.fillStyle = light;
  on.fillRect(0, 0, WIDTH, SHELF);
  const wood = on.createLinearGradient(0, SHELF, 0, HEIGHT);
  wood.addColorStop(0, '#9a6237');
  wood.addColorStop(1, '#5b351c');
  on.fillStyle = wood;
  on.fillRect(0, SHELF, WIDTH, HEIGHT - SHELF);
  on.fillStyle = '#b98152';
  on.fillRect(0, SHELF, WIDTH, 3);
}

function token(on: CanvasRenderingContext2D, drawn: HTMLImageElement, x: number, y: number, r: number, bot: boolean): void {
  on.beginPath();
  if (bot) on.roundRect(x - r, y - r, 2 * r, 2 * r, r * 0.6);
  else on.arc(x, y, r, 0, 2 * Math.PI);
  on.fillStyle = bot ? '#eceae1' : '#fbf1dd';
  on.fill();
  on.lineWidth = Math.max(2, r / 30);
  on.strokeStyle = INK;
  on.stroke();
  on.drawImage(drawn, x - r * 0.8, y - r * 0.8, r * 1.6, r * 1.6);
}

/** Draws it; the fonts of the page are waited for. */
export async function draw(canvas: HTMLCanvasElement, card: Card): Promise<void> {
  const on = canvas.getContext('2d')!;
  await Promise.all([document.fonts.load(display(80)), document.fonts.load(plain(400)(30)), document.fonts.load(plain(650)(30))]);
  const others = card.others.slice(0, MOST);
  const [wreath, light, winner, ...faces] = await Promise.all([
    image(laurel),
    image(lamp, 256, 472),
    card.winner ? face(card.winner) : null,
    ...others.map(face),
  ]);
  wall(on);
  on.drawImage(light!, 222, -84, 92, 170);
  const left = card.winner ? 476 : 96;
  if (card.winner && winner) {
    on.drawImage(wreath!, 125, 128, 290, 290);
    token(on, winner, 270, 262, 87, card.winner.bot);
  }
  on.textBaseline = 'alphabetic';
  on.fillStyle = INK;
  fit(on, card.title, display, 80, WIDTH - left - 60);
  on.fillText(card.title, left, 254);
  on.fillStyle = SOFT;
  on.font = plain(400)(31);
  lines(on, card.sentence, WIDTH - left - 60, 3).forEach((line, i) => on.fillText(line, left, 314 + 42 * i));
  let x = 56;
  on.fillStyle = CREAM;
  const room = others.length > 3 ? 560 / others.length : 172;
  others.forEach((one, i) => {
    on.fillStyle = 'rgb(0 0 0 / 0.22)';
    on.beginPath();
    on.roundRect(x, 514, room, 88, 16);
    on.fill();
    token(on, faces[i]!, x + 40, 558, room < 130 ? 22 : 32, one.bot);
    on.fillStyle = CREAM;
    const text = x + (room < 130 ? 68 : 84);
    fit(on, one.name, plain(600), 22, room - (text - x) - 8);
    on.fillText(one.name, text, 548);
    on.font = display(33);
    on.fillText(one.score, text, 584);
    x += room + 14;
  });
  if (card.more) {
    on.font = plain(500)(20);
    on.fillText(card.more, x, 566);
  }
  const foot = Math.max(x + (card.more ? 150 : 24), 640);
  on.font = display(30);
  on.fillText(card.game, foot, 552);
  fit(on, card.date, plain(400), 22, 1010 - foot);
  on.fillText(card.date, foot, 582);
  on.textAlign = 'right';
  on.font = display(28);
  on.fillText('Parlour', WIDTH - 56, 552);
  on.font = plain(400)(18);
  on.fillText(card.place, WIDTH - 56, 582);
  on.textAlign = 'left';
}

/** The picture as a file. */
export const fileOf = (canvas: HTMLCanvasElement): Promise<File> =>
  new Promise((done, failed) =>
    canvas.toBlob(
      (blob) => (blob ? done(new File([blob], 'parlour.png', { type: 'image/png' })) : failed(new Error('no picture'))),
      'image/png',
    ),
  );
