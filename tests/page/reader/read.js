/* In the page, before anything of it: notes every sentence that stands anywhere in sight or is read aloud, at every change, with
   the number of the frame of the line after which it stood. */
(() => {
  const BLOCK = /^(?!inline$|contents$|none$)/;
  const PLACES = [
    ['title', '.slip h2, .ask h2, .tally h2, .banner h2, main h1, .banner .title'],
    ['slip', '.slip, .ask, .banner, .tally'],
    ['story', '.story'],
    ['notice', '.ribbon, .toast, .note, [role="alert"]'],
    ['end', 'main.over'],
    ['sheet', 'dialog'],
    ['button', 'button, a[href]'],
  ];
  const line = (window.reader = { frames: [], read: [], step: 0 });
  const seen = new Map(); // place and text, since which they have stood
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && data.includes('"view"')) line.frames.push(data);
      });
    }
  };
  const clean = (text) => text.replace(/[\u2066-\u2069\u200b\u00ad]/g, '').replace(/\s+/g, ' ').trim();
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  /** Pieces that are drawn within a line, by what they are called. */
  const PIECE = '.story [role="img"][aria-label]';

  /** Every sentence: what stands together in one block, and the names of what has no text. */
  const sentences = () => {
    const blocks = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    const display = new Map();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const piece = node.nodeType === Node.ELEMENT_NODE && node.matches(PIECE);
      const text = piece ? node.getAttribute('aria-label') : node.nodeType === Node.TEXT_NODE ? node.data : '';
      let at = node.parentElement;
      if (!text.trim() || !at || at.closest('script, style, noscript') || (!piece && at.closest(PIECE))) continue;
      if (!shown(at)) continue;
      for (; at.parentElement && at !== document.body; at = at.parentElement) {
        if (!display.has(at)) display.set(at, getComputedStyle(at).display);
        if (BLOCK.test(display.get(at)) || at.matches('.sr')) break;
      }
      blocks.set(at, (blocks.get(at) ?? '') + text);
    }
    for (const named of document.querySelectorAll('[aria-label]')) {
      if (shown(named)) blocks.set({ named }, named.getAttribute('aria-label'));
    }
    const found = new Map();
    for (const [key, text] of blocks) {
      const element = key.named ?? key;
      const place = key.named ? 'label' : (PLACES.find(([, those]) => element.closest(those))?.[0] ?? 'table');
      if (clean(text)) found.set(`${place}\t${clean(text)}`, element);
    }
    return found;
  };

  const read = () => {
    if (!document.body) return;
    const now = sentences();
    for (const key of now.keys()) {
      if (seen.has(key)) continue;
      seen.set(key, line.frames.length);
      line.read.push([line.frames.length, ...key.split('\t')]);
    }
    for (const key of seen.keys()) if (!now.has(key)) seen.delete(key);
  };
  let due = false;
  const soon = () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      read();
    });
  };
  new MutationObserver(soon).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  /** What has been read since it was last asked; what stands now. */
  window.readSoFar = () => {
    read();
    return { read: line.read.splice(0), frames: line.frames.slice(line.step, (line.step = line.frames.length)), standing: [...seen.keys()] };
  };
  /** Notices that lie over a name, a heading or something to press. */
  window.noticesOver = () =>
    [...document.querySelectorAll('.ribbon, .toast, .note, .line > .said')].filter(shown).flatMap((notice) => {
      const box = notice.getBoundingClientRect();
      return [...document.querySelectorAll('.name, h1, h2, button:enabled, a[href]')]
        .filter((one) => shown(one) && !notice.contains(one) && !one.closest('dialog, .sr') && !one.matches('.sr'))
        .filter((one) => {
          const it = one.getBoundingClientRect();
          const wide = Math.min(it.right, box.right) - Math.max(it.left, box.left);
          const high = Math.min(it.bottom, box.bottom) - Math.max(it.top, box.top);
          return wide > 2 && high > 2;
        })
        .map((one) => `${clean(notice.textContent).slice(0, 40)} over ${clean(one.getAttribute('aria-label') ?? one.textContent).slice(0, 40)}`);
    });
})();
