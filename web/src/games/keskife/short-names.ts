/* Names where they have little room: shortened on purpose, never cut. */

const letters = new Intl.Segmenter();

/** What names that stand together may be written as, the longest first: whole, their first words, fewer and fewer letters. */
export function* shorter(names: string[]): Generator<string[]> {
  yield names;
  const first = names.map((name) => name.split(/\s+/u)[0]!);
  if (first.some((word, i) => word !== names[i])) yield first;
  const spelled = first.map((word) => Array.from(letters.segment(word), ({ segment }) => segment));
  for (let n = Math.max(...spelled.map(({ length }) => length)) - 1; n > 0; n -= 1)
    yield spelled.map((word) => (word.length > n ? `${word.slice(0, n).join('')}.` : word.join('')));
}

/** So many lines a name may take. */
const LINES = 2;

/** What is written has room in what surrounds it, not half a letter less, and stands in few lines: a rectangle each. */
function fits(node: HTMLElement): boolean {
  const around = node.parentElement!;
  const { paddingLeft, paddingRight } = getComputedStyle(around);
  const room = around.getBoundingClientRect().width - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const text = document.createRange();
  text.selectNodeContents(node);
  return text.getBoundingClientRect().width <= room + 0.1 && text.getClientRects().length <= LINES;
}

/** Writes the longest of the ways into an element that fits it; returns whether that is not the whole. */
export function writeFitting(node: HTMLElement, names: string[]): boolean {
  const whole = names.join(' + ');
  for (const way of shorter(names)) {
    node.textContent = way.join(' + ');
    if (fits(node)) break;
  }
  return node.textContent !== whole;
}
