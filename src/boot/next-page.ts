import { addToHead } from '#shared/head-element.ts';

/** Fetches what this page does without: the manifest, and the faces of the next one. */

export async function prepareNextPage(): Promise<void> {
  addToHead('link', { rel: 'manifest', href: '/site.webmanifest' });
  if ('faces' in document.documentElement.dataset) return;
  await document.fonts.load('1em "Hanken Grotesk"');
  await document.fonts.load('600 1em "National Park"');
  localStorage.setItem('keywright:faces', 'here');
}
