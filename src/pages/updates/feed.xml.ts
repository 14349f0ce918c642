import type { APIRoute } from 'astro';
import { rssFeed } from '#content/feeds/update-feeds.ts';

export const GET: APIRoute = async ({ site, url }) =>
  new Response(await rssFeed(site ?? url), { headers: { 'content-type': 'application/rss+xml' } });
