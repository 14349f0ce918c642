import { pagePath } from '#languages/page-path.ts';
import { isDesignId, routeParameter } from '#routes.ts';

/**
 * Reads the id of the design from the address: the page is one file for all designs. An id that no
 * design can have gets the not-found view, and search engines are told that nothing is here.
 */
export function showDesignOrNotFound(): void {
  const { pathname } = location;
  if (isDesignId(routeParameter(pagePath(pathname))?.value ?? '')) nameTheAddress(pathname);
  else showNotFound();
}

/** The file cannot know its address, so its canonical link is completed here. */
function nameTheAddress(pathname: string): void {
  document
    .querySelector('link[rel="canonical"]')
    ?.setAttribute('href', new URL(pathname, location.href).href);
}

function setMeta(property: string, content: string): void {
  const found = document.querySelector(`meta[property="${property}"]`);
  const meta = found ?? document.createElement('meta');
  meta.setAttribute('property', property);
  meta.setAttribute('content', content);
  if (found === null) document.head.append(meta);
}

/** For readers of link previews that run scripts; the others are given the share function's page. */
export function nameTheDesign(event: Event): void {
  if (!(event instanceof CustomEvent)) return;
  const detail: unknown = event.detail;
  if (typeof detail !== 'object' || detail === null) return;
  if ('name' in detail && typeof detail.name === 'string') {
    document.title = `${detail.name} · Keywright`;
    setMeta('og:title', detail.name);
  }
  setMeta('og:url', location.origin + location.pathname);
  if ('image' in detail && typeof detail.image === 'string') setMeta('og:image', detail.image);
}

export function showNotFound(): void {
  const shell = document.querySelector('design-shell');
  // Its own: an island inside brings one too.
  const template = shell?.querySelector<HTMLTemplateElement>(':scope > template');
  if (!shell || !template) return;
  shell.replaceChildren(template.content);
  document.title = 'Page not found · Keywright';
  const robots = document.createElement('meta');
  robots.name = 'robots';
  robots.content = 'noindex';
  document.head.append(robots);
}
