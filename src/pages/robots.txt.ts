import type { APIRoute } from 'astro';
import { robots } from '#content/feeds/robots.ts';

export const GET: APIRoute = ({ site, url }) =>
  new Response(robots(site ?? url), { headers: { 'content-type': 'text/plain' } });
