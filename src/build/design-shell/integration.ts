/** Invariant: an id that no design can have stays unknown. */
import type { AstroIntegration } from 'astro';
import { isDesignId, routeParameter, routes, shellDesignId } from '#routes.ts';

export function designShell(): AstroIntegration {
  return {
    name: 'keywright:design-shell',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, _response, next) => {
          const [path = '', query] = (request.url ?? '').split('?');
          const parameter = routeParameter(path);
          if (parameter?.route === 'colorpicker' && isDesignId(parameter.value)) {
            const shell = routes.design(shellDesignId);
            request.url = query === undefined ? shell : `${shell}?${query}`;
          }
          next();
        });
      },
    },
  };
}
