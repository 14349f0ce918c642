import { version } from '../../../package.json';

export const release = `keywright@${version}`;

/**
 * Pages don't name their build, so that a page that didn't change stays the same file; which build is
 * live when the page opens is the nearest there is. The boot script writes it down when it has asked.
 */
export async function readBuildId(): Promise<string> {
  const written = document.querySelector<HTMLMetaElement>('meta[name="build-id"]')?.content;
  if (written !== undefined) return written;
  try {
    const response = await fetch('/builds/latest.json', { signal: AbortSignal.timeout(5000) });
    const latest: unknown = await response.json();
    return typeof latest === 'object' && latest !== null && 'id' in latest
      ? String(latest.id)
      : 'unknown';
  } catch {
    return 'unknown';
  }
}
