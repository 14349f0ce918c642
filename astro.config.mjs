// @ts-check
import path from 'node:path';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { errorReporting } from './src/telemetry/errors/source-maps.ts';
import { keptRenderer } from './src/build/kept-renderer/integration.ts';
import { publishingOptions } from './src/build/published-files/publishing-options.ts';
import { publishedFiles } from './src/build/published-files/integration.ts';
import { pictures } from './src/build/pictures/integration.ts';
import { designShell } from './src/build/design-shell/integration.ts';
import { chunkGroups, deskCode } from './src/build/chunks.ts';
import { languageOf } from './src/build/languages/catalogue.ts';
import { languageConstants, languagePlugin } from './src/build/languages/plugin.ts';
import { english } from './src/languages/languages.ts';
import { inlineCode } from './src/build/inline-code/plugin.ts';
import { shortClassName } from './src/build/class-names/short-class-name.ts';
import { lateStyles } from './src/build/late-styles/plugin.ts';
import { leanPreload } from './src/build/lean-preload/plugin.ts';
import { payloads } from './src/build/payloads/integration.ts';

/** Names of scripts of components and of what desks share are long, and each importer and page says them. */
const fileName = (/** @type {{ readonly name: string }} */ { name }) =>
  /astro_type_script|-elements?$/.test(name)
    ? '_astro/[hash].js'
    : `_astro/${name.replace(/~.*/, '')}.[hash].js`;

const { env } = process;

// Vite hands PUBLIC_… to the pages, so the embedded backend's values are set where none are given.
env.PUBLIC_SUPABASE_URL ||= `http://localhost:${env.API_PORT || 54321}`;
env.PUBLIC_SUPABASE_PUBLISHABLE_KEY ||= 'sb_publishable_local';
const publishing = publishingOptions(env);
const { cacheFolder: cache, pictures: drawn } = publishing;
const language = languageOf(env.KEYWRIGHT_LANGUAGE ?? '') ?? english;
const published = (env.KEYWRIGHT_LANGUAGES ?? '').split(',').filter(Boolean);
const spoken = {
  define: languageConstants(language, published),
  plugins: [languagePlugin(language, import.meta.dirname)],
};

export default defineConfig({
  site: env.SITE_URL || `http://localhost:${env.SITE_PORT || 4321}`,
  output: 'static',
  outDir: env.KEYWRIGHT_OUT || 'dist',
  cacheDir: cache,
  trailingSlash: 'never',
  // A file per page is what CDNs serve without a redirect at an address without a slash.
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 8 },
  scopedStyleStrategy: 'where',
  devToolbar: { enabled: false },
  integrations: [
    react(),
    payloads(),
    designShell(),
    pictures(drawn),
    keptRenderer(cache),
    ...errorReporting(env, env.KEYWRIGHT_OUT || 'dist'),
    publishedFiles(publishing),
  ],
  vite: {
    cacheDir: path.join(cache, 'vite'),
    // Lazy scripts are few and small: lists of what to fetch ahead would cost more than they save.
    build: { assetsInlineLimit: 0, modulePreload: false },
    css: { modules: { generateScopedName: shortClassName } },
    define: spoken.define,
    plugins: [...spoken.plugins, inlineCode(spoken), lateStyles(), leanPreload(), deskCode()],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              entryFileNames: fileName,
              chunkFileNames: fileName,
              codeSplitting: { groups: chunkGroups },
            },
          },
        },
      },
    },
  },
});
