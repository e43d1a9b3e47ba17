/* Under which path of its site this room is: the server writes it into the page's first file. */

/** The path, without a slash at its end; empty at the top of a site. */
export const base = (document.querySelector<HTMLMetaElement>('meta[name="parlour-base"]')?.content ?? '/').replace(/\/+$/, '');

/** A path of the browser's as the page's own: what is before it is the site's. */
export const within = (path: string): string =>
  path === base || path.startsWith(`${base}/`) ? path.slice(base.length) || '/' : path;
