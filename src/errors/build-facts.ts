/** The release as its owner names it; the build that made this very page is written in its head. */
export const release = import.meta.env.PUBLIC_RELEASE ?? 'keywright';

export function buildId(): string {
  const written = document.querySelector('meta[name="build-id"]')?.getAttribute('content');
  return written ?? 'unknown';
}
