import type { APIRoute } from 'astro';
import { sitemapIndex } from '#content/feeds/sitemap.ts';

export const GET: APIRoute = ({ site, url }) =>
  new Response(sitemapIndex(site ?? url), { headers: { 'content-type': 'application/xml' } });
