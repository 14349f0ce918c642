/**
 * Stands in every page. It applies the theme and the faces that this browser keeps, and loads the page's
 * scripts once the first picture stands or has let wait long enough. Invariant: what a person does before
 * they are there is not lost: it is repeated for them, and a press is held back until then. What stands
 * below the first screen is shown when its styles are there.
 */
{
  const { dataset } = document.documentElement;
  try {
    const { 'keywright:theme': theme, 'keywright:faces': faces } = localStorage;
    if (theme === 'light' || theme === 'dark') dataset['theme'] = theme;
    if (faces) {
      dataset['faces'] = '';
      // Kept since the last page: drawn with the first words, not a moment after them.
      for (const link of document.querySelectorAll<HTMLLinkElement>('[as=font]')) link.media = '';
    }
  } catch {
    // Without storage the page looks as the device wishes.
  }

  const list = document.querySelector<HTMLMetaElement>('meta[name=late]')?.content;
  const files = list?.match(/\S+/g) ?? [];
  const kinds = ['click', 'focusin', 'input', 'change', 'keydown', 'submit'];
  const held: Event[] = [];
  let isAsked = false;

  const addLink = (rel: string, href: string) => {
    const link = Object.assign(document.createElement('link'), { rel, href });
    document.head.append(link);
    return link;
  };
  const repeat = () => {
    for (const kind of kinds) removeEventListener(kind, hold, true);
    for (const event of held) {
      const { target, type } = event;
      if (target instanceof HTMLFormElement && type === 'submit') target.requestSubmit();
      else target?.dispatchEvent(Reflect.construct(event.constructor, [type, event]));
    }
  };
  const load = async () => {
    const asked = files.map((file) => {
      const isSheet = file.endsWith('.css');
      return { file, isSheet, link: addLink(isSheet ? 'stylesheet' : 'modulepreload', file) };
    });
    // One after the other, as the page names them: the first of them prepare for the rest.
    for (const { file, isSheet, link } of asked) {
      if (isSheet) {
        // Shorter, in a script that stands in every page.
        // oxlint-disable-next-line unicorn/prefer-add-event-listener
        await new Promise((done) => (link.onload = link.onerror = done));
        delete dataset['waiting'];
      } else await import(file).catch(() => {});
    }
    repeat();
  };
  const ask = () => {
    if (!isAsked) void load();
    isAsked = true;
  };
  // A frame is on the screen a moment after it was drawn; the browser says when the first one is.
  const askOnceSeen = () => new PerformanceObserver(ask).observe({ type: 'paint', buffered: true });
  const askLater = () => {
    if (document.hidden) ask();
    else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(askOnceSeen, 50)));
  };
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
    ask();
  };

  if (files.length > 0) {
    dataset['waiting'] = '';
    addEventListener('scroll', ask, { once: true });
    for (const kind of kinds) addEventListener(kind, hold, true);
    addEventListener('DOMContentLoaded', () => {
      const first = document.querySelector<HTMLImageElement>('img[fetchpriority=high]');
      if (first) first.decode().then(askLater, askLater);
      else askLater();
      setTimeout(ask, 2000);
    });
  }
}
