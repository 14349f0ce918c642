/**
 * Mails, providers of payment and other shops link the first language. Invariant: nothing is drawn in
 * one language and then in another, and who chose a language stays in it. It stands in every page of a
 * shop with several: it is as short as it can be.
 */
import { publishedCodes } from '#languages/built-language.ts';
import { lostPageKey } from '#languages/lost-page.ts';
import { prefix } from '#languages/page-path.ts';

const key = 'keywright:language';

try {
  const { pathname, search, hash } = location;
  const chosen = localStorage.getItem(key) ?? '';
  // Who comes from a link in another language than the first means it.
  if (prefix !== '') localStorage.setItem(key, document.documentElement.lang);
  else if (publishedCodes.includes(chosen) && !/^\/(?:preview$|..\/)/.test(pathname)) {
    const there = `/${chosen}${pathname.replace(/^\/$/, '')}`;
    // Where that language has no such page, it has led here.
    if (sessionStorage.getItem(lostPageKey) !== there) location.replace(there + search + hash);
  }
  // The last two open another tab.
  for (const kind of ['click', 'auxclick', 'contextmenu'])
    addEventListener(kind, ({ target }) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]');
      if (link) localStorage.setItem(key, link.hreflang);
    });
} catch {
  // Without storage each link says it by itself.
}
