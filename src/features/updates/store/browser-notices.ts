/**
 * Whether this browser tells its reader of something. Invariant: its worker stands beside the pages and
 * controls none of them, and nobody is asked for permission before a press.
 */
import {
  browserNotices,
  followInBrowser,
  unfollowInBrowser,
  type PushAddress,
} from '../api/browser-notices.ts';
import { toAuthFailure } from '#features/account/store/auth-failure.ts';
import type { BackendError } from '#shared/backend/errors.ts';

/** `denied`: its reader has said no to this site, or a rule of the browser has. */
export type NoticesState = 'impossible' | 'denied' | 'off' | 'on';

export type NoticesOutcome = NoticesState | { readonly failure: string };

const worker = { script: '/notices.js', scope: '/notices/' } as const;

const isAble = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(worker.scope);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

const failed = (error: BackendError): NoticesOutcome => ({ failure: toAuthFailure(error).title });

/** Private windows have the words for it and refuse to do it. */
export async function noticesState(productId: string | null): Promise<NoticesState> {
  if (!isAble()) return 'impossible';
  if (Notification.permission === 'denied') return 'denied';
  try {
    const subscription = await ownSubscription();
    if (subscription === null) return 'off';
    const known = await browserNotices(subscription.endpoint);
    if (!known.ok) return 'impossible';
    const { key, product_ids: productIds } = known.value;
    return isFor(subscription, key) && productIds.includes(productId) ? 'on' : 'off';
  } catch {
    return 'impossible';
  }
}

/** By what an account knows this browser; null where it is not told of anything here. */
export async function idOfThisBrowser(): Promise<string | null> {
  try {
    const subscription = isAble() ? await ownSubscription() : null;
    const known = subscription && (await browserNotices(subscription.endpoint));
    return known?.ok === true ? known.value.id : null;
  } catch {
    return null;
  }
}

/** Nothing reaches a browser that asked a shop with other keys. */
function isFor({ options }: PushSubscription, key: string | null): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key;
}

async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(worker.script, {
    scope: worker.scope,
  });
  const starting = registration.active ? null : (registration.installing ?? registration.waiting);
  if (starting) {
    await new Promise<void>((resolve, reject) => {
      starting.addEventListener('statechange', () => {
        if (starting.state === 'activated') resolve();
        if (starting.state === 'redundant') reject(new Error('The worker did not start'));
      });
    });
  }
  return registration;
}

async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await activeRegistration();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // Made for another key: of a shop that stood at this address before.
    if (!(error instanceof Error && error.name === 'InvalidStateError')) throw error;
    const former = await pushManager.getSubscription();
    await former?.unsubscribe();
    return pushManager.subscribe(options);
  }
}

function addressOf(subscription: PushSubscription): PushAddress {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, publicKey: keys['p256dh'] ?? '', secret: keys['auth'] ?? '' };
}

/** On a press, which the browser wants to see before it asks its reader. */
export async function tellHere(productId: string | null): Promise<NoticesOutcome> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const known = await browserNotices(null);
  if (!known.ok) return failed(known.error);
  if (known.value.key === null) return 'impossible';
  const subscription = await subscribe(known.value.key).catch(() => null);
  if (subscription === null) return 'impossible';
  const followed = await followInBrowser(addressOf(subscription), productId);
  return followed.ok ? 'on' : failed(followed.error);
}

export async function stopHere(productId: string | null): Promise<NoticesOutcome> {
  const subscription = await ownSubscription();
  if (subscription === null) return 'off';
  const ended = await unfollowInBrowser(subscription.endpoint, productId);
  if (!ended.ok) return failed(ended.error);
  const known = await browserNotices(subscription.endpoint);
  if (known.ok && known.value.product_ids.length === 0) await subscription.unsubscribe();
  return 'off';
}
