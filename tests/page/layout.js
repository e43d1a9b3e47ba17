/* What does not fit on a screen, measured in the page itself. Evaluated into a page of the gallery's house; `walkLayouts` draws
   every given moment in frames of every given size at once and returns what is wrong, a line each. */
(() => {
  const LEAST = 40; // px that anything pressed measures both ways
  const STRIP = 24; // px, WCAG 2.2's least: what a card in a fan shows of its height or width
  const SLACK = 1.5; // px that rounding may take
  const EM = 0.2; // of a line of text: what a clip may take above and below the letters
  const PRESSED = 'button, a[href], input, select, textarea, [role="button"], [role="switch"], [role="radio"]';
  const PIECES = '.card, .coaster, .avatar, .count, .points, .pip, [role="img"], img';
  const FANNED = '.step > *, .picks > *';
  const OWN = '.khand .card, .me .grid4 .card, .me .held .fan'; // what one holds, and must find without looking for it
  const AREAS = 'main > *, li, section, [role="group"], .banner, .ask, .seat, .pile, .held, aside, header';

  const round = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ');
  const wide = (box) => box.right - box.left;
  const high = (box) => box.bottom - box.top;
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const cut = (box, by) => ({ left: Math.max(box.left, by.left), top: Math.max(box.top, by.top), right: Math.min(box.right, by.right), bottom: Math.min(box.bottom, by.bottom) });
  const overlap = (a, b) => Math.min(wide(cut(a, b)), high(cut(a, b)));

  class Screen {
    constructor(window) {
      this.window = window;
      this.document = window.document;
      this.size = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
      this.styles = new Map();
      this.faults = new Set();
    }

    style(element) {
      if (!this.styles.has(element)) this.styles.set(element, this.window.getComputedStyle(element));
      return this.styles.get(element);
    }

    /** An element as a reader finds it again: its last classes, from the nearest that has one. */
    name(element) {
      const parts = [];
      for (let at = element; at && at.localName !== 'body' && parts.length < 3; at = at.parentElement) {
        const classes = [...at.classList].filter((one) => !one.startsWith('svelte-'));
        if (classes.length || at === element) parts.unshift([at.localName, ...classes.slice(0, 2)].join('.'));
      }
      return parts.join(' ');
    }

    fault(kind, element, more) {
      this.faults.add(`${kind}: ${this.name(element)}: ${more}`);
    }

    /** What of a box can be seen, and whether something scrolls it upwards. `own`: the element itself may cut it, as it cuts its text. */
    clip(element, box, own = false) {
      let visible = box;
      let scrolls = false;
      let placed = this.style(element).position;
      for (let at = own ? element : element.parentElement; at && (at === element || placed !== 'fixed'); at = at.parentElement) {
        const style = this.style(at);
        if (at !== element && placed === 'absolute' && style.position === 'static' && style.containerType === 'normal') continue;
        placed = style.position;
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const outer = at.getBoundingClientRect();
        const inner = { left: outer.left + at.clientLeft, top: outer.top + at.clientTop, right: outer.left + at.clientLeft + at.clientWidth, bottom: outer.top + at.clientTop + at.clientHeight };
        if (/auto|scroll/.test(style.overflowY) && at.scrollHeight > at.clientHeight + 1) {
          scrolls = true;
        }
        if (scrolls) Object.assign(inner, { top: -Infinity, bottom: Infinity });
        visible = cut(visible, inner);
      }
      const root = this.document.documentElement;
      const screen = root.scrollHeight > root.clientHeight + 1 || scrolls ? { ...this.size, top: -Infinity, bottom: Infinity } : this.size;
      return { visible: cut(visible, screen), scrolls };
    }

    /** Lines of text with the element they stand in. */
    texts() {
      const found = [];
      const walker = this.document.createTreeWalker(this.document.body, 4);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || element.closest('.sr, script, style, .under, [data-crowded]') || !seen(element)) continue;
        const range = this.document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) if (wide(box) > 1) found.push({ element, box, text: node.data.trim().slice(0, 24) });
      }
      return found;
    }

    /** What may be pressed, as large as the finger finds it. */
    pressed() {
      return [...this.document.querySelectorAll(PRESSED)].flatMap((element) => {
        if (!seen(element) || element.disabled || element.getAttribute('aria-disabled') === 'true' || element.closest('.sr')) return [];
        const holder = element.matches('input') ? (element.closest('label') ?? element) : element;
        const rect = holder.getBoundingClientRect();
        if (wide(rect) < 1 || high(rect) < 1) return [];
        const box = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
        for (const pseudo of ['::before', '::after']) {
          const style = this.window.getComputedStyle(element, pseudo);
          if (style.content === 'none' || style.position !== 'absolute') continue;
          for (const [side, sign] of [['left', 1], ['top', 1], ['right', -1], ['bottom', -1]]) {
            const inset = parseFloat(style[side]);
            if (inset < 0) box[side] += sign * inset;
          }
        }
        return [{ element: holder, box, inline: this.style(element).display === 'inline' }];
      });
    }

    /** The first thing at a point that hides what lies under it. */
    over(element, x, y) {
      for (const at of this.document.elementsFromPoint(x, y)) {
        if (at === element || at.contains(element)) return null;
        if (element.contains(at)) return null;
        if (!seen(at)) continue;
        const style = this.style(at);
        const alpha = /rgba?\([^)]*?(?:\/|,[^,)]*,[^,)]*,) *([\d.]+)\)/.exec(style.backgroundColor);
        const painted = style.backgroundColor !== 'transparent' && (!alpha || Number(alpha[1]) > 0.3);
        if (painted || style.backgroundImage !== 'none' || (at.namespaceURI.endsWith('svg') && at.localName !== 'svg') || at.localName === 'img') return at;
      }
      return null;
    }

    /** What stays in sight while the rest scrolls beneath it. */
    stuck(element) {
      for (let at = element; at; at = at.parentElement) if (this.style(at).position === 'sticky') return at;
      return null;
    }

    checkTexts() {
      const texts = this.texts();
      for (const { element, box, text } of texts) {
        const { visible, scrolls } = this.clip(element, box, true);
        const give = high(box) * EM;
        if (box.left < visible.left - SLACK || box.right > visible.right + SLACK || box.top < visible.top - give || box.bottom > visible.bottom + give) {
          this.fault('cut', element, `“${text}” ${round(box)} of which ${round(visible)} is seen`);
          continue;
        }
        const style = this.style(element);
        if (style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1) this.fault('cut', element, `“${text}” ends in dots`);
        const paper = element.closest('button, .btn, .chip, .banner, .sheet, .panel, .seg label');
        if (paper && !element.matches('.count')) {
          const on = paper.getBoundingClientRect();
          if (box.left < on.left - SLACK || box.right > on.right + SLACK || (!scrolls && (box.top < on.top - give || box.bottom > on.bottom + give))) this.fault('out', element, `“${text}” ${round(box)} sticks out of ${this.name(paper)} ${round(on)}`);
        }
        if (scrolls) continue;
        const y = (box.top + box.bottom) / 2;
        for (const x of [box.left + 2, (box.left + box.right) / 2, box.right - 2]) {
          const cover = this.over(element, x, y);
          if (cover) {
            this.fault('covered', element, `“${text}” by ${this.name(cover)}`);
            break;
          }
        }
      }
      return texts;
    }

    /** Words with a hyphen in figures of one width ("snow - finch"), and short words of a button that are cut in two. */
    checkWords(texts) {
      const nodes = new Set(texts.map(({ element }) => element));
      for (const element of nodes) {
        const button = element.closest('button, .btn');
        for (const node of element.childNodes) {
          if (node.nodeType !== 3) continue;
          if (/\p{L}-\p{L}/u.test(node.data) && this.style(element).fontVariantNumeric.includes('tabular')) this.fault('figures', element, `“${node.data.trim()}”`);
          for (const { index, 0: word } of button ? node.data.matchAll(/[\p{L}’]{2,13}/gu) : []) {
            const range = this.document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) this.fault('broken', element, `“${word}”`);
          }
        }
      }
    }

    checkPressed() {
      const all = this.pressed();
      for (const { element, box, inline } of all) {
        const { visible, scrolls } = this.clip(element, box);
        const [w, h] = [wide(box), high(box)];
        const least = element.matches(FANNED) ? STRIP : LEAST;
        if (!inline && (Math.min(w, h) < least - 0.5 || Math.max(w, h) < LEAST - 0.5)) {
          this.fault('small', element, `${Math.round(w)} x ${Math.round(h)}`);
          continue;
        }
        if (scrolls || inline) continue;
        if (wide(visible) < w - 4 || high(visible) < h - 4) {
          this.fault('off', element, `${round(box)} of which ${round(visible)} is seen`);
          continue;
        }
        let [across, down] = [0, 0];
        for (let i = 0; i < 9; i += 1) {
          const at = (i + 0.5) / 9;
          if (!this.over(element, box.left + at * w, box.top + h / 2)) across += 1;
        }
        const strip = across < 9 ? across / 2 : 4.5; // in a fan the left of a card is free
        for (let i = 0; i < 9; i += 1) if (!this.over(element, box.left + (strip / 9) * w, box.top + ((i + 0.5) / 9) * h)) down += 1;
        if (Math.min((across / 9) * w, (down / 9) * h) < least - w / 9 - 0.5) this.fault('hidden', element, `${across} of 9 across and ${down} of 9 down are free`);
      }
      return all;
    }

    /** One's own hand is in sight as the table comes, also where the rest of it scrolls; a card that the screen's edge cuts shows a strip. */
    checkOwn() {
      for (const element of this.document.querySelectorAll(OWN)) {
        const box = element.getBoundingClientRect();
        let visible = cut(box, this.size);
        for (let at = element.parentElement; at; at = at.parentElement) if (this.style(at).overflowY !== 'visible') visible = cut(visible, at.getBoundingClientRect());
        const cover = high(visible) < STRIP ? this.document.documentElement : this.over(element, box.left + 3, visible.bottom - 6);
        if (cover) this.fault('unseen', element, `${round(box)} of which ${round(visible)} is seen, beneath ${this.name(cover)}`);
      }
    }

    /** Things of different areas that lie over each other. */
    checkAreas(texts, pressed) {
      const pieces = [...this.document.querySelectorAll(PIECES)].filter((one) => !one.closest('.sr, .under, [data-crowded]') && !one.parentElement.closest(PIECES) && seen(one));
      const things = [
        ...texts.map(({ element, box }) => ({ element, box })),
        ...pressed.map(({ element }) => ({ element, box: element.getBoundingClientRect() })),
        ...pieces.map((element) => ({ element, box: element.getBoundingClientRect() })),
      ].map((one) => ({ ...one, area: one.element.parentElement.closest(AREAS), stuck: this.stuck(one.element), box: this.clip(one.element, one.box).visible }));
      for (const [i, a] of things.entries()) {
        for (const b of things.slice(i + 1)) {
          if (a.area === b.area || a.stuck !== b.stuck || overlap(a.box, b.box) <= 2) continue;
          if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
          if ([[a, b], [b, a]].some(([tag, on]) => tag.element.matches('.count') && tag.element.parentElement.contains(on.element))) continue; // a tag on what it counts
          this.fault('overlap', a.element, `${round(a.box)} and ${this.name(b.element)} ${round(b.box)}`);
        }
      }
    }

    /** `text`: how large it is set. Up and down, only very large text or a screen below 700 px may need to be scrolled. */
    check(text) {
      const root = this.document.documentElement;
      if (root.scrollWidth > this.size.right + 1) this.fault('sideways', root, `${root.scrollWidth} wide`);
      for (const element of this.document.body.querySelectorAll('*')) {
        if (element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(this.style(element).overflowX) && seen(element)) {
          this.fault('sideways', element, `${element.scrollWidth} in ${element.clientWidth}`);
        }
      }
      const main = this.document.querySelector('.play > main');
      if (text === 'normal' && this.size.bottom >= 700 && main.scrollHeight > main.clientHeight + 1) this.fault('scrolls', main, `${main.scrollHeight} in ${main.clientHeight}`);
      if (text === 'normal') this.checkOwn();
      const texts = this.checkTexts();
      this.checkWords(texts);
      this.checkAreas(texts, this.checkPressed());
      return [...this.faults];
    }
  }

  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const until = async (there) => {
    for (let i = 0; i < 600; i += 1) {
      const found = there();
      if (found) return found;
      await frame();
    }
    throw new Error(`never: ${there}`);
  };

  /** Makes letters wider and lines no higher, as text comes out where another machine draws it. */
  async function widen({ document, CSSFontFaceRule }, factor) {
    const pen = document.createElement('canvas').getContext('2d');
    const percent = (part) => `${(100 * part) / factor}%`; // what is overridden is adjusted too
    const faces = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].flatMap((rule, at) => (rule instanceof CSSFontFaceRule ? [{ sheet, rule, at }] : [])));
    await Promise.all(faces.map(({ rule }) => document.fonts.load(`100px ${rule.style.getPropertyValue('font-family')}`)));
    for (const { sheet, rule, at } of faces) {
      pen.font = `100px ${rule.style.getPropertyValue('font-family')}`;
      const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = pen.measureText('x');
      const measures = `size-adjust: ${percent(factor * factor)}; ascent-override: ${percent(above / 100)}; descent-override: ${percent(below / 100)}; line-gap-override: 0%`;
      sheet.deleteRule(at);
      sheet.insertRule(rule.cssText.replace(/;?\s*}$/, `; ${measures} }`), at);
    }
  }

  const frames = new Map();
  async function open([width, height], wider = 1) {
    const key = `${width}x${height} ${wider}`;
    if (!frames.has(key)) {
      const it = document.createElement('iframe');
      Object.assign(it.style, { position: 'fixed', left: 0, top: 0, border: 0, width: `${width}px`, height: `${height}px` });
      it.src = '/gallery';
      document.body.append(it);
      await until(() => it.contentWindow.gallery);
      const style = it.contentDocument.createElement('style');
      style.textContent = '* { pointer-events: auto !important; } .dressed { display: contents; }';
      it.contentDocument.head.append(style);
      if (wider !== 1) await widen(it.contentWindow, wider);
      frames.set(key, it.contentWindow);
    }
    return frames.get(key);
  }

  /** Names of a game's moments, and whether nobody's hand is seen. */
  window.moments = async (game) => (await open([320, 568])).gallery.samples(game);

  /** How much room a sentence takes, in px. */
  window.measured = async (family, wider) => {
    const { document } = await open([320, 568], wider);
    const line = Object.assign(document.createElement('p'), { textContent: 'Six keys lie under the lamp, and nobody has counted them.' });
    line.style.cssText = `position: absolute; white-space: nowrap; font: 100px "${family}"`;
    document.body.append(line);
    await document.fonts.load(line.style.font);
    const range = document.createRange();
    range.selectNodeContents(line);
    const { width, height } = range.getBoundingClientRect();
    line.remove();
    return { width, height };
  };

  /** What is wrong with the page itself. */
  window.faultsHere = (text) => new Screen(window).check(text);

  /** What of one's own hand is not in sight on the page itself. */
  window.ownHere = () => {
    const screen = new Screen(window);
    screen.checkOwn();
    return [...screen.faults];
  };

  /** `moments`: paths below /gallery; `wider`: a factor for the width of all text. Gives [moment, size, language, text, fault] for everything that is wrong. */
  window.walkLayouts = async ({ moments, sizes, languages, texts, wider }) => {
    const found = [];
    const windows = [];
    for (const size of sizes) windows.push(await open(size, wider));
    for (const moment of moments) {
      for (const language of languages) {
        for (const text of texts) {
          for (const one of windows) {
            one.gallery.set('language', language);
            one.gallery.set('text', text);
            if (one.location.pathname !== `/gallery/${moment}`) one.gallery.go(`/gallery/${moment}`);
          }
          for (const one of windows) await until(() => one.document.querySelector('main:not(.gallery)') && one.document.documentElement.lang === language && one.document.querySelector('[data-moment]')?.dataset.moment === `${moment} ${language}`);
          await frame();
          await frame();
          for (const [at, one] of windows.entries()) for (const fault of new Screen(one).check(text)) found.push([moment, sizes[at].join('x'), language, text, fault]);
        }
      }
    }
    return found;
  };
})();
