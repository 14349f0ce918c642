import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { intentDirective } from '../../../src/integrations/intent-directive/integration.ts';
import { leanPreload } from '../../../src/integrations/lean-preload/plugin.ts';

export default defineConfig({
  srcDir: '.',
  outDir: process.env.ISLAND_SITE_OUT,
  cacheDir: process.env.ISLAND_SITE_CACHE,
  build: { format: 'file' },
  devToolbar: { enabled: false },
  integrations: [react(), intentDirective()],
  vite: { build: { assetsInlineLimit: 0 }, plugins: [leanPreload()] },
});
