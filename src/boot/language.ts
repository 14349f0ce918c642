// chunk: boot
/**
 * On pages of another language than the first. Scripts know pages by one path in every language: what
 * they link, and the files with texts that they ask for, are had in the language of the page. Nothing here
 * imports the routes: every page would carry them.
 */
import { prefix } from '#languages/page-path.ts';

const textFile = /^\/(?:search\/|(?:.*\/)?_payload\.json$)/;
/** What is there once, for all languages. */
const shared = /^\/(?:(?:_astro|admin|builds|captcha|pictures|preview)\b|\/)/;

function inLanguage(address: string): string {
  if (!address.startsWith('/') || shared.test(address) || /^\/..(?:[/?#]|$)/.test(address))
    return address;
  return prefix + address.replace(/^\/(?=$|[?#])/, '');
}

/** A link is put right before anyone can follow it: with a pointer, a finger or the keyboard. */
function putRight({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a[href^="/"]:not([hreflang])') : null;
  const address = link?.getAttribute('href') ?? '';
  if (inLanguage(address) !== address) link?.setAttribute('href', inLanguage(address));
}

export function stayInLanguage(): void {
  for (const kind of ['pointerover', 'pointerdown', 'focusin', 'click'])
    addEventListener(kind, putRight, { capture: true, passive: true });
  const { fetch: ask } = globalThis;
  globalThis.fetch = (asked, options) =>
    ask(typeof asked === 'string' && textFile.test(asked) ? inLanguage(asked) : asked, options);
}
