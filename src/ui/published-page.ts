/**
 * Whether a legal page is published: the foot of every page names those that are, and no other. For code
 * that runs in the browser; pages that are built ask `content/legal-links.ts`.
 */
export function isNamedAtFoot(path: string): boolean {
  return document.querySelector(`footer a[href="${path}"]`) !== null;
}
