/**
 * The page in which a preview is shown. Invariant: it asks nobody, and of inline scripts only those run
 * in it that the last build has too, whatever somebody has typed.
 *
 * The desk that drew the page hands it over by name; styles come as sheets, which no policy has to
 * allow. The document is written once, so what the page's policy forbids stays forbidden.
 */
import {
  inlineHashes,
  previewPolicy,
  type PolicyHosts,
} from '../published-files/content-security-policy.ts';

const code = `
const name = new URLSearchParams(location.search).get('of');
const channel = new BroadcastChannel('keywright:preview:' + name);
const rules = { createHTML: (html) => html };
const policy = window.trustedTypes?.createPolicy('preview', rules) ?? rules;
const sheetOf = (text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
};
const ended = setTimeout(() => {
  document.querySelector('p').hidden = false;
}, 3000);
channel.onmessage = ({ data }) => {
  if (typeof data?.html !== 'string') return;
  channel.close();
  clearTimeout(ended);
  // What tries to ask hears so here, instead of being stopped by the browser with an error for each try.
  window.fetch = () => Promise.reject(new TypeError('A preview asks nobody.'));
  navigator.sendBeacon = () => false;
  document.open();
  document.adoptedStyleSheets = data.styles.map(sheetOf);
  document.write(policy.createHTML(data.html));
  document.close();
  const place = decodeURIComponent(location.hash.slice(1));
  if (place !== '') document.getElementById(place)?.scrollIntoView();
};
channel.postMessage('ready');
`;

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>Preview</title></head><body><p hidden>This preview has ended. Ask for it again at the desk.</p><script>${code}</script></body></html>`;

/** `built` are the hashes of the scripts that stand in the pages of the build. */
export function previewPage(
  hosts: PolicyHosts,
  built: ReadonlySet<string>,
): { readonly html: string; readonly policy: string } {
  const scripts = [...new Set([...built, ...inlineHashes(html).scripts])];
  return { html, policy: previewPolicy(hosts, { scripts, styles: [] }) };
}
