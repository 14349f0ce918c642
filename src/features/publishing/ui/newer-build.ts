import { addToHead } from '#shared/head-element.ts';

const intervalMs = 300_000;

async function readBuildId(): Promise<string | undefined> {
  try {
    const answer = await fetch('/builds/latest.json', { cache: 'no-store' });
    const latest: { readonly id?: string } = await answer.json();
    return latest.id;
  } catch {
    return undefined;
  }
}

const isTyping = () =>
  document.activeElement?.matches('input, textarea, select, [contenteditable]') === true;

function offerReload(): void {
  // The checkout has no notice: whoever is paying must not be disturbed.
  const notice = document.querySelector<HTMLElement>('[data-newer-build]');
  if (!notice?.hidden) return;
  // Nor whoever is typing: it waits until they leave the field.
  if (isTyping()) {
    document.addEventListener('focusout', () => setTimeout(offerReload), { once: true });
    return;
  }
  notice.hidden = false;
  notice.querySelector('[data-reload]')?.addEventListener('click', () => location.reload());
  notice.querySelector('[data-later]')?.addEventListener('click', () => notice.remove());
}

/** Notices, when the tab is looked at again and every few minutes, that a newer build is live. */
export async function watchForNewerBuild(): Promise<void> {
  if (import.meta.env.DEV) return;
  const loaded = await readBuildId();
  if (!loaded) return;
  let known = loaded;
  // Who publishes it knows: the desk says so, and has nothing newer to load.
  let isOwn = false;
  addEventListener('keywright:publishing', () => (isOwn = true));
  const settle = async () => {
    known = (await readBuildId()) ?? known;
    isOwn = false;
  };
  addEventListener('keywright:published', () => void settle());
  // Error reports name the build that was live when the page was loaded.
  addToHead('meta', { name: 'build-id', content: loaded });
  const look = async () => {
    if (document.hidden || !navigator.onLine) return;
    const latest = await readBuildId();
    if (latest && latest !== known && !isOwn) offerReload();
  };
  const lookNow = () => void look();
  addEventListener('focus', lookNow);
  document.addEventListener('visibilitychange', lookNow);
  setInterval(lookNow, intervalMs);
}
