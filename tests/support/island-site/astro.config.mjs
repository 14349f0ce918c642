import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { leanPreload } from '../../../src/build/lean-preload/plugin.ts';

export default defineConfig({
  srcDir: '.',
  outDir: process.env.ISLAND_SITE_OUT,
  cacheDir: process.env.ISLAND_SITE_CACHE,
  build: { format: 'file' },
  devToolbar: { enabled: false },
  integrations: [react()],
  vite: {
    // What every build of the shop knows of its language.
    define: { KEYWRIGHT_PREFIX: '""' },
    build: { assetsInlineLimit: 0, cssCodeSplit: false },
    plugins: [leanPreload()],
  },
});
