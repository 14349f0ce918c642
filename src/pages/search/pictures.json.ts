import type { APIRoute } from 'astro';
import { readPictures } from '#content/search/findables.ts';

export const GET: APIRoute = async () => Response.json(await readPictures());
