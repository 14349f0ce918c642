/**
 * The only place that makes picture files: the build draws what its pages ask for, the dev server
 * draws when asked. Invariant: a picture that was drawn once is never drawn again.
 */
import type { AstroIntegration } from 'astro';

export function pictures({ folder }: { readonly folder: string }): AstroIntegration {
  return {
    name: 'keywright:pictures',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            define: {
              'import.meta.env.PICTURES_FOLDER': JSON.stringify(folder),
              'import.meta.env.PICTURES_CODE': JSON.stringify('1'),
            },
          },
        });
      },
    },
  };
}
