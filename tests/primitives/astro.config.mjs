/** A site of one page with every primitive in every state; tests build it, the shop never ships it. */
import path from 'node:path';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

const cacheDir = process.env['PRIMITIVES_CACHE'];

export default defineConfig({
  root: import.meta.dirname,
  output: 'static',
  outDir: process.env['PRIMITIVES_OUT'] ?? 'dist',
  ...(cacheDir ? { cacheDir, vite: { cacheDir: path.join(cacheDir, 'vite') } } : {}),
  integrations: [react()],
  devToolbar: { enabled: false },
  build: { format: 'file' },
});
