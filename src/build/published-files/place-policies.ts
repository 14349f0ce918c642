/**
 * Invariant: a policy allows whatever stands in the pages of its place and, where an address may have
 * no page, in the two views of what went wrong.
 */
import {
  contentSecurityPolicy,
  type InlineHashes,
  type PolicyHosts,
} from './content-security-policy.ts';
import type { PageFacts } from './published-pages.ts';

/** @example placeOf('/keyboards/braefell-65') // '/keyboards/*' ; placeOf('/faq') // '/faq' */
function placeOf(path: string): string {
  const [, first = '', rest] = path.split('/');
  return rest === undefined ? `/${first}` : `/${first}/*`;
}

/** Most pages share their lists, and each list is looked at once. */
export function unionOf(lists: Iterable<readonly string[]>): Set<string> {
  const all = new Set<string>();
  for (const list of new Set(lists)) for (const item of list) all.add(item);
  return all;
}

export function inlineOf(facts: readonly PageFacts[]): InlineHashes {
  return {
    scripts: unionOf(facts.map(({ scripts }) => scripts)),
    styles: unionOf(facts.map(({ styles }) => styles)),
  };
}

/** By the pattern of their addresses. Pages that link their sheet have no need of one. */
export function placePolicies(
  hosts: PolicyHosts,
  facts: readonly PageFacts[],
): ReadonlyMap<string, string> {
  const views = facts.filter(({ page }) => page === null);
  const places = Map.groupBy(
    facts.filter(({ styles }) => styles.length > 0),
    ({ page }) => (page === null ? '' : placeOf(page.path)),
  );
  places.delete('');
  const policyOf = (place: string, pages: readonly PageFacts[]) =>
    contentSecurityPolicy(
      hosts,
      inlineOf(place.endsWith('*') ? [...pages, ...views] : pages),
      pages.some(({ hasSounds }) => hasSounds),
    );
  return new Map(
    Array.from(places, ([place, pages]): [string, string] => [
      place,
      policyOf(place, pages),
    ]).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
