import { codeLoading } from '#ui/code-loading.ts';

/**
 * Stands in every page. It applies the theme that this browser keeps, and loads the page's scripts
 * once the first picture stands or has let wait long enough. Invariant: what a person does before
 * they are there is not lost: it is repeated for them, and a press is held back until then. A file that
 * can't be had is asked for again by the next press, or when the network is back. What stands below the
 * first screen is shown when its styles are there. A page that nobody sees, in a tab behind another one or
 * drawn before it is asked for, gets no frame and so runs no scripts: it counts nobody, asks the shop nothing
 * and stores nothing.
 */
globalThis.codeLoading = codeLoading;

{
  const { dataset } = document.documentElement;
  try {
    const { 'keywright:theme': theme } = localStorage;
    if (theme === 'light' || theme === 'dark') dataset['theme'] = theme;
  } catch {
    // Without storage the page looks as the device wishes.
  }

  // Words that were drawn once are not drawn again in another face, so the first of them wait a moment.
  const faces = document.querySelectorAll<HTMLLinkElement>('[as=font]');
  const show = () => delete dataset['unset'];
  dataset['unset'] = '';
  let awaited = faces.length;
  for (const face of faces) {
    for (const end of ['load', 'error']) face.addEventListener(end, () => --awaited || show());
  }
  setTimeout(show, 500);

  const list = document.querySelector<HTMLMetaElement>('meta[name=late]')?.content;
  const files = list?.match(/\S+/g) ?? [];
  const kinds = ['click', 'focusin', 'input', 'change', 'keydown', 'submit'];
  const isPress = ({ type }: Event) => /click|submit|keydown/.test(type);
  let held: Event[] = [];
  let isAsked = false;

  const missing = new Set(files);

  const addSheet = (href: string) =>
    new Promise((onload, onerror) => {
      const link = document.createElement('link');
      document.head.append(Object.assign(link, { rel: 'stylesheet', href, onload, onerror }));
    });
  /** A script is fetched before it is imported: a browser may keep the failure of an import, or of a preload. */
  const fetchFile = async (file: string) => {
    if (file.endsWith('.css')) {
      // A page without its styles is still to be read.
      await addSheet(file).finally(() => delete dataset['waiting']);
    } else {
      const answer = await fetch(file);
      if (!answer.ok) throw new Error(file);
      await answer.text();
    }
    missing.delete(file);
  };
  const loadFiles = async () => {
    await Promise.all(Array.from(missing, fetchFile));
    // One after the other, as the page names them: the first of them prepare for the rest.
    for (const file of files) {
      if (!file.endsWith('.css')) await import(file).catch(reportError);
    }
  };
  const answer = () => {
    for (const kind of kinds) removeEventListener(kind, hold, true);
    for (const event of held) codeLoading.repeat(event);
  };
  // Shorter, in a script that stands in every page: nobody waits for it.
  // oxlint-disable typescript/no-misused-promises
  const ask = async () => {
    if (isAsked) return;
    isAsked = true;
    isAsked = await codeLoading.loadForPress(
      loadFiles,
      answer,
      () => held.findLast(isPress)?.target,
    );
    // The page has said that they were lost: whoever still wants it presses again.
    held = held.filter((event) => !isPress(event));
    if (!isAsked) addEventListener('online', ask, { once: true });
  };
  // A frame is on the screen a moment after it was drawn; the browser says when the first one is.
  const askOnceSeen = () => new PerformanceObserver(ask).observe({ type: 'paint', buffered: true });
  const askLater = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(askOnceSeen, 50)));
  const hold = (event: Event) => {
    const { target, type } = event;
    if (!event.isTrusted || !(target instanceof Element)) return;
    if (event instanceof KeyboardEvent && event.key !== '/') return;
    if (type === 'click') {
      if (!target.closest('button:not([popovertarget]),[data-search],[data-account-link]')) return;
      event.stopImmediatePropagation();
    }
    if (type === 'click' || type === 'submit') event.preventDefault();
    held.push(event);
    void ask();
  };

  if (files.length > 0) {
    dataset['waiting'] = '';
    addEventListener('scroll', ask, { once: true });
    for (const kind of kinds) addEventListener(kind, hold, true);
    addEventListener('DOMContentLoaded', () => {
      const first = document.querySelector<HTMLImageElement>('img[fetchpriority=high]');
      if (first) first.decode().then(askLater, askLater);
      else askLater();
      setTimeout(() => requestAnimationFrame(ask), 2000);
    });
  }
}
