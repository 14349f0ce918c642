/**
 * Invariant: an event or a property that is not written here does not leave the browser, and is not
 * stored if it comes all the same.
 */
import { redactPersonal, scrubUrl } from './scrub.ts';

type PropertyKind = 'count' | 'word' | 'currency';

export const trackingPlan = {
  consent_granted: {},
  product_viewed: {},
  cart_line_added: {},
  cart_viewed: {},
  checkout_started: {},
  order_placed: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, PropertyKind>>>>;

/** The steps of buying, in order: what a visit may come to. */
export const buyingSteps = [
  'product_viewed',
  'cart_line_added',
  'cart_viewed',
  'checkout_started',
  'order_placed',
] as const satisfies readonly (keyof typeof trackingPlan)[];
export type BuyingStep = (typeof buyingSteps)[number];

/** Sent by the statistics library itself, with no properties of the shop's. */
const sessionEvents: ReadonlySet<string> = new Set(['session_start', 'session_end']);

/** How the library spells "this is known of the visitor": here, which campaign they came from. */
export const identifyEvent = '$identify';

const plan: Readonly<Record<string, Readonly<Record<string, PropertyKind>>>> = trackingPlan;

export function isKnownEvent(name: string): boolean {
  return name === identifyEvent || sessionEvents.has(name) || Object.hasOwn(plan, name);
}

function fits(kind: PropertyKind, value: unknown): boolean {
  if (kind === 'count') return Number.isInteger(value) && Math.abs(Number(value)) <= 1e12;
  if (typeof value !== 'string') return false;
  return kind === 'currency' ? /^[A-Z]{3}$/.test(value) : /^[a-z][a-z_-]{0,39}$/.test(value);
}

export type Properties = Readonly<Record<string, unknown>>;

function isProperties(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The properties that the plan allows this event, without those whose value does not fit. */
export function planProperties(name: string, properties: unknown): Properties {
  const allowed = Object.hasOwn(plan, name) ? Object.entries(plan[name] ?? {}) : [];
  if (!isProperties(properties)) return {};
  return Object.fromEntries(
    allowed.flatMap(([key, kind]) => (fits(kind, properties[key]) ? [[key, properties[key]]] : [])),
  );
}

const utmParameters = ['campaign', 'content', 'id', 'medium', 'source', 'term'].map(
  (name) => `utm_${name}`,
);
const clickIds = [
  'dclid',
  'fbclid',
  'gbraid',
  'gclid',
  'ko_click_id',
  'li_fat_id',
  'msclkid',
  'rdt_cid',
  'ttclid',
  'twclid',
  'wbraid',
];
const campaignCleaners = new Map<string, (value: string) => string>([
  ...utmParameters.map((name) => [name, redactPersonal] as const),
  ...clickIds.map((name) => [name, cleanClickId] as const),
  ['referrer', scrubUrl],
  ['referring_domain', cleanDomain],
]);

/** An advertiser's own id of a click; whatever has another shape is not one. */
function cleanClickId(value: string): string {
  return /^[\w.-]{1,200}$/.test(value) && !value.startsWith('eyJ') ? value : '[id]';
}

function cleanDomain(value: string): string {
  return /^[\p{L}\p{N}.:-]{1,253}$/u.test(value) ? value : '[address]';
}

function cleanCampaign(key: string, value: unknown): string | null {
  const clean = campaignCleaners.get(key.replace(/^initial_/, ''));
  if (clean === undefined || typeof value !== 'string') return null;
  return value === 'EMPTY' || value === '-' ? value : clean(value.slice(0, 300));
}

/** What an identify event may say: the campaign now, and the first one as `initial_…`. */
export function campaignProperties(userProperties: unknown): Properties {
  if (!isProperties(userProperties)) return {};
  const operations = ['$setOnce', '$set', '$unset'].flatMap((operation) => {
    const given = userProperties[operation];
    if (!isProperties(given)) return [];
    const kept = Object.entries(given).flatMap(([key, value]) => {
      const clean = cleanCampaign(key, value);
      return clean === null ? [] : [[key, clean] as const];
    });
    return kept.length === 0 ? [] : [[operation, Object.fromEntries(kept)] as const];
  });
  return Object.fromEntries(operations);
}
