/** Of two rules for one header the later one holds there. */
import { designIdSource } from '../../src/routes.ts';
import { designShells, movedAddresses, type HostRules } from './hosted-site.ts';

/** @example sourceOf('/_astro/*') // '/_astro/(.*)' */
function sourceOf(place: string): string {
  return place
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\:]/g, '\\$&'))
    .join('(.*)');
}

export function vercelFiles(rules: HostRules): ReadonlyMap<string, string> {
  const settings = {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    cleanUrls: true,
    trailingSlash: false,
    headers: rules.headers.map(({ place, headers }) => ({
      source: sourceOf(place),
      headers: headers.map(([key, value]) => ({ key, value })),
    })),
    redirects: movedAddresses(rules).map(({ from, to, status }) => ({
      source: sourceOf(from),
      destination: to,
      statusCode: status,
    })),
    rewrites: designShells(rules).map(({ folder, shell }) => ({
      source: `${folder}/:id(${designIdSource})`,
      destination: shell,
    })),
  };
  return new Map([['vercel.json', `${JSON.stringify(settings, null, 2)}\n`]]);
}
