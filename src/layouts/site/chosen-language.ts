/**
 * Mails, providers of payment and other shops link the first language. Invariant: nothing is drawn in
 * one language and then in another, and who chose a language stays in it.
 */
import { addressIn } from '#languages/addresses.ts';
import { builtLanguage } from '#languages/built-language.ts';
import { furtherLanguages } from '#languages/languages.ts';

const key = 'keywright:language';

function readChoice(): string | null {
  try {
    const chosen = localStorage.getItem(key);
    // Who comes from a link in another language than the first means it.
    if (builtLanguage.prefix !== '' && chosen !== builtLanguage.code)
      localStorage.setItem(key, builtLanguage.code);
    return chosen;
  } catch {
    return null;
  }
}

{
  const { pathname, search, hash } = location;
  const chosen = readChoice();
  const other = furtherLanguages.find(({ code }) => code === chosen);
  if (builtLanguage.prefix === '' && other)
    location.replace(addressIn(other.prefix, pathname) + search + hash);

  addEventListener('click', ({ target }) => {
    const language =
      target instanceof Element && target.closest('a[hreflang]')?.getAttribute('hreflang');
    try {
      if (language) localStorage.setItem(key, language);
    } catch {
      // Without storage each link says it by itself.
    }
  });
}
