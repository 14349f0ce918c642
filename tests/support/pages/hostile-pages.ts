import type { Page } from 'playwright/test';

/** What the page ran, asked, reported or grew that nobody of the shop put there. */
export async function harmOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const grown = document.querySelectorAll(
      '[onerror], [onload], [onfocus], [onmouseover], [ontoggle], [onstart], [onbegin], [formaction],' +
        'iframe, object, embed, base, meta[http-equiv="refresh"], marquee, img[src="x"], template script,' +
        '[href^="javascript:" i], [src^="javascript:" i]',
    );
    const elsewhere = [...document.querySelectorAll('[href], [src], [action]')].filter((each) =>
      ['href', 'src', 'action'].some((name) => {
        const address = each.getAttribute(name) ?? '';
        return URL.canParse(address, location.href)
          ? new URL(address, location.href).host === 'evil.test'
          : address.includes('evil.test');
      }),
    );
    const own = [...document.querySelectorAll('script, style')].filter(
      ({ textContent }) => textContent.includes('__ran=1') || textContent.includes('evil.test'),
    );
    const isRun = '__ran' in globalThis ? ['a text has run'] : [];
    return [
      ...isRun,
      ...[...grown, ...elsewhere, ...own].map(({ outerHTML }) => outerHTML.slice(0, 200)),
    ];
  });
}
