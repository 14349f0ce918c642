/**
 * The only place that adds `client:intent`: an island hydrates when someone turns to it. Invariant:
 * nothing of it is loaded before, and the first click is not lost.
 */
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on pointer, focus or touch, and repeats what was pressed in the meantime. */
    'client:intent'?: boolean;
  }
}

export function intentDirective(): AstroIntegration {
  return {
    name: 'keywright:intent-directive',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'intent',
          entrypoint: fileURLToPath(new URL('./client-intent.ts', import.meta.url)),
        });
      },
    },
  };
}
