// chunk: boot
/**
 * On pages of another language than the first. Scripts know pages by one path in every language: what
 * they link, and the files with texts that they ask for, are had in the language of the page.
 */
import { addressIn } from '#languages/addresses.ts';
import { prefix } from '#languages/page-path.ts';

const textFile = /^\/(?:search\/|(?:.*\/)?_payload\.json$)/;

/** A link is put right before anyone can follow it: with a pointer, a finger or the keyboard. */
function putRight({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a[href^="/"]:not([hreflang])') : null;
  const address = link?.getAttribute('href');
  if (address && !address.startsWith(`${prefix}/`) && address !== prefix)
    link?.setAttribute('href', addressIn(prefix, address));
}

export function stayInLanguage(): void {
  for (const kind of ['pointerover', 'pointerdown', 'focusin', 'click'])
    addEventListener(kind, putRight, { capture: true, passive: true });
  const { fetch: ask } = globalThis;
  globalThis.fetch = (asked, options) =>
    ask(typeof asked === 'string' && textFile.test(asked) ? inLanguage(asked) : asked, options);
}

const inLanguage = (file: string): string => (file.startsWith(`${prefix}/`) ? file : prefix + file);
