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

const backend = /\/(?:rest|functions)\/v1\//;
/** What is read of a table says nothing, unless it is a refusal. */
const speaks = /\/(?:rest\/v1\/rpc|functions\/v1)\//;

const addressOf = (asked: RequestInfo | URL): string =>
  asked instanceof Request ? asked.url : String(asked);

/** The words come with the first answer; one that they would hold up is read as it was said. */
const longestWaitMs = 3_000;

async function answered(asked: Promise<Response>, address: string): Promise<Response> {
  const loading = import('#languages/database-words.ts').catch(() => null);
  const answer = await asked;
  if (answer.ok && !speaks.test(address)) return answer;
  const late = new Promise<null>((resolve) => setTimeout(resolve, longestWaitMs, null));
  return (await Promise.race([loading, late]))?.inPageLanguage(answer) ?? answer;
}

export function stayInLanguage(): void {
  for (const kind of ['pointerover', 'pointerdown', 'focusin', 'click'])
    addEventListener(kind, putRight, { capture: true, passive: true });
  const { fetch: ask } = globalThis;
  globalThis.fetch = (asked, options) => {
    const address = addressOf(asked);
    if (backend.test(address)) return answered(ask(asked, options), address);
    return ask(
      typeof asked === 'string' && textFile.test(asked) ? inLanguage(asked) : asked,
      options,
    );
  };
}
