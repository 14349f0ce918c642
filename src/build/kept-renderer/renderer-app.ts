/** Invariant: it renders from the rows that it is given and no others. */
import type { PageEntry } from '#content/page-entry.ts';
import type { RendererDescription } from './renderer-files.ts';

export interface Route {
  /** As it is written in `pages`: `/products/[url]`. */
  readonly route: string;
  readonly type: string;
  /** Undefined where the address has a parameter. */
  readonly pathname?: string;
}

interface StaticPath {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly props?: { readonly entry?: PageEntry };
  readonly cacheKey?: string;
}

/** What of Astro's prerender app is used; whatever is not as expected ends in a whole build. */
export interface PrerenderApp {
  readonly manifest: { readonly routes: readonly { readonly routeData: Route }[] };
  setInternals(internals: object): void;
  setOptions(options: object): void;
  getComponentByRoute(
    route: Route,
  ): Promise<{ readonly getStaticPaths?: () => Promise<readonly StaticPath[]> }>;
  render(request: Request, options: { readonly routeData: Route }): Promise<Response>;
}

export interface KeptRenderer {
  readonly routes: readonly Route[];
  /** The pages of a route with a parameter. */
  pathsOf(route: Route): Promise<readonly StaticPath[]>;
  /** `file` is where it is published: `products/saltmarsh.html`. */
  render(route: Route, file: string): Promise<string>;
}

const silent = { write: () => undefined };

export function rendererOf(
  app: PrerenderApp,
  pages: RendererDescription['pages'],
  site: string,
): KeptRenderer {
  app.setInternals({ pagesByKeys: new Map(pages), entrySpecifierToBundleMap: new Map() });
  app.setOptions({ settings: { scripts: [] }, logger: { options: { destination: silent } } });
  return {
    routes: app.manifest.routes.map(({ routeData }) => routeData),
    async pathsOf(route) {
      const component = await app.getComponentByRoute(route);
      return (await component.getStaticPaths?.()) ?? [];
    },
    async render(route, file) {
      const answer = await app.render(new Request(new URL(file, site)), { routeData: route });
      if (answer.status === 200 || /^[45]\d\d\.html$/.test(file)) return answer.text();
      throw new Error(`The page ${file} answers ${answer.status}.`);
    },
  };
}
