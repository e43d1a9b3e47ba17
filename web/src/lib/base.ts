/* The path of its site under which this room is served. The server, or whoever writes the static files, sets it in index.html. */

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
const mark = meta('parlour-tab');

/** The room in a tab: which edition it is of, and how many bytes it comes to; null at a house. */
export const tab = mark ? { edition: mark.content, bytes: Number(mark.dataset['bytes']) } : null;

/** The path of the page's files, without a slash at its end; empty at the top of a site. */
export const files = tab
  ? new URL('.', location.href).pathname.replace(/\/$/, '')
  : (meta('parlour-base')?.content ?? '/').replace(/\/+$/, '');

/** What the page's own addresses begin with. A folder of static files has one page: what is looked at stands behind its "?". */
export const base = tab ? `${files}/?` : files;

/** An address of this site, as a link or the browser's own has it, without what is behind its "#". */
export const addressOf = (link: { pathname: string; search: string }): string =>
  tab ? link.pathname + link.search : link.pathname;

/** A path of the browser's as the page's own: what is before it is the site's. */
export const within = (path: string): string =>
  path === base || path.startsWith(`${base}/`)
    ? path.slice(base.length) || '/'
    : tab && path.replace(/index\.html$/, '') === `${files}/`
      ? '/'
      : path;
