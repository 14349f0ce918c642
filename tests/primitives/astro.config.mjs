/** A site of one page with every primitive in every state; tests build it, the shop never ships it. */
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

export default defineConfig({
  root: import.meta.dirname,
  output: 'static',
  integrations: [react()],
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'never' },
});
