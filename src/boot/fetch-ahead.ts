/**
 * Fetches, once a page is idle, what its presses will load: at the lowest priority, without running any of
 * it, and only for whoever has not asked for less. A press before that fetches for itself.
 */
import { fetchedAhead } from '#ui/late-code.ts';
import { allowPagesAhead } from './pages-ahead.ts';

declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

function isSpared(): boolean {
  const { saveData = false, effectiveType = '' } = navigator.connection ?? {};
  return saveData || effectiveType.endsWith('2g');
}

const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
/** What the page itself has loaded is there. */
const asked = new Set<string>();

async function fetchOnce(file: string): Promise<string> {
  if (asked.has(file)) return '';
  asked.add(file);
  const href = `/_astro/${file}`;
  const answer = await fetch(href, { priority: 'low' });
  if (!answer.ok) return '';
  const text = await answer.text();
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
  );
  return text;
}

const fileOf = (load: () => Promise<unknown>) => /\.\/([\w.-]+\.js)/.exec(load.toString())?.[1];

/** The build writes the file into the text of what loads it, and what that file stands on into its own. */
export async function fetchPresses(): Promise<void> {
  if (isSpared()) return;
  allowPagesAhead();
  for (const { name } of performance.getEntriesByType('resource')) asked.add(nameOf(name));
  for (const [selector, load] of fetchedAhead) {
    const file = fileOf(load);
    if (file === undefined || document.querySelector(selector) === null) continue;
    const names = (await fetchOnce(file)).matchAll(/"\.\/([\w.-]+)"/g);
    await Promise.all(Array.from(names, ([, name = '']) => fetchOnce(name)));
  }
}
