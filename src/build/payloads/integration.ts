/** Invariant: every page has one, the home page too. */
import type { AstroIntegration } from 'astro';

export function payloads(): AstroIntegration {
  return {
    name: 'keywright:payloads',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        injectRoute({
          pattern: '/[...page]/_payload.json',
          entrypoint: new URL('./payload-route.ts', import.meta.url),
        });
      },
    },
  };
}
