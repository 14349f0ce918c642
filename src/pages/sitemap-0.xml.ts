import type { APIRoute } from 'astro';
import { sitemap } from '#integrations/feeds/sitemap.ts';

export const GET: APIRoute = async ({ site, url }) =>
  new Response(await sitemap(site ?? url), { headers: { 'content-type': 'application/xml' } });
