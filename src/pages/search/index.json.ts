import type { APIRoute } from 'astro';
import { searchManifest } from '#content/search/search-files.ts';

export const GET: APIRoute = async () =>
  new Response(await searchManifest(), { headers: { 'content-type': 'application/json' } });
