/* What is given on, through the share sheet of the device or by the clipboard. */

/** Shares it where the browser can, else copies text and link; whether it was copied, so that the page can say so. */
export async function share(what: { title?: string; text?: string; url?: string }): Promise<boolean> {
  if ('share' in navigator) {
    await navigator.share(what).catch(() => undefined); // the person thought better of it
    return false;
  }
  const said = [what.text, what.url].filter(Boolean).join(' ');
  await (navigator as Navigator).clipboard?.writeText(said).catch(() => undefined);
  return true;
}
