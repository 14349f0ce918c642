import { routes } from '../routes.ts';

const firstWord = (address: string): string => /^\/([\w.-]*)/.exec(address)?.[1] ?? '';

/** What stands at an address of its own in each language: the pages of the shop, its feeds and its search. */
const readPlaces = (): ReadonlySet<string> =>
  new Set([
    ...[
      ...Object.values(routes).filter((route) => typeof route === 'string'),
      routes.keyboard(''),
      routes.product(''),
      routes.category(''),
    ].map(firstWord),
    'calendar.ics',
    'drops.json',
    'drops.xml',
    'search',
  ]);
let places: ReadonlySet<string> | null = null;

/**
 * @example addressIn('/de', '/faq#dates') // '/de/faq#dates' ; addressIn('/de', '/') // '/de'
 * @example addressIn('/de', '/admin/orders') // '/admin/orders': the desk has one language
 */
export function addressIn(prefix: string, address: string): string {
  places ??= readPlaces();
  const place = firstWord(address);
  if (
    !address.startsWith('/') ||
    address.startsWith('//') ||
    place === 'admin' ||
    !places.has(place)
  )
    return address;
  return prefix + address.replace(/^\/(?=$|[?#])/, '');
}
