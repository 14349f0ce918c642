import type { APIRoute } from 'astro';
import { sitemap } from '#content/feeds/sitemap.ts';

export const GET: APIRoute = async ({ site, url }) =>
  new Response(await sitemap(site ?? url), { headers: { 'content-type': 'application/xml' } });
