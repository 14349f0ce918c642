import type { AmplitudeBrowser } from '@amplitude/analytics-browser';
import { amplitudeOptions, isOver } from './amplitude-settings.ts';
import { createEventQueue } from './event-queue.ts';
import { createEventStorage } from './event-storage.ts';
import type { TrackedEvent } from './events.ts';
import { forgetVisitor, readIdentity } from './identity-cookie.ts';
import { shopPlugin } from './shop-plugin.ts';
import { watchStores } from './watch.ts';

const apiKey = import.meta.env.PUBLIC_AMPLITUDE_KEY || 'keywright';
const serverUrl =
  import.meta.env.PUBLIC_INGEST_URL || `${import.meta.env.PUBLIC_SUPABASE_URL}/functions/v1/ingest`;
const longestBetweenTouchesMs = 10_000;

interface Retries {
  flush(useRetry: boolean): Promise<void>;
}

function retries(plugin: unknown): plugin is Retries {
  return typeof plugin === 'object' && plugin !== null && 'flush' in plugin;
}

/** The library's public flush gives events up when they fail once; its queue's own can retry. */
function flushWithRetries(client: AmplitudeBrowser): void {
  const queue = client.plugin('amplitude');
  if (retries(queue)) void queue.flush(true);
}

/** Another tab may have carried the session on while this one lay idle; the cookie says so. */
function joinOtherTab(config: AmplitudeBrowser['config']): void {
  const { sessionId, lastEventTime } = readIdentity(apiKey);
  if (sessionId === undefined || lastEventTime === undefined || isOver(lastEventTime)) return;
  config.sessionId = sessionId;
  config.lastEventTime = lastEventTime;
}

/**
 * The library looks for a passed timeout only when an event comes, and this shop sends few: any use
 * of the page carries the session on, or ends it and starts the next one.
 */
function followSession(client: AmplitudeBrowser): () => void {
  const { config } = client;
  const touch = () => {
    if (document.visibilityState === 'hidden') return;
    if (isOver(config.lastEventTime)) joinOtherTab(config);
    const { lastEventTime = 0 } = config;
    if (isOver(lastEventTime)) client.setSessionId(Date.now());
    else if (Date.now() - lastEventTime > longestBetweenTouchesMs) client.extendSession();
  };
  const signs = ['pointerdown', 'keydown', 'visibilitychange', 'pageshow'];
  for (const sign of signs) addEventListener(sign, touch, { capture: true, passive: true });
  return () => {
    for (const sign of signs) removeEventListener(sign, touch, { capture: true });
  };
}

async function startClient(
  storage: ReturnType<typeof createEventStorage>,
): Promise<AmplitudeBrowser> {
  const { AmplitudeBrowser } = await import('@amplitude/analytics-browser');
  const client = new AmplitudeBrowser();
  client.add(shopPlugin(() => flushWithRetries(client)));
  const options = amplitudeOptions(serverUrl, readIdentity(apiKey), storage);
  await client.init(apiKey, undefined, options).promise;
  if (client.webAttribution?.shouldTrackNewCampaign) client.setSessionId(Date.now());
  client.extendSession();
  return client;
}

/** Listens at once and sends when the library is there. What it returns stops and forgets everything. */
export async function runAnalytics(isNewlyGranted: boolean): Promise<() => void> {
  const queue = createEventQueue();
  const unwatch = watchStores(queue.track, isNewlyGranted);
  const storage = createEventStorage();
  const client = await startClient(storage);
  const unfollow = followSession(client);
  queue.openTo(({ name, properties }: TrackedEvent) => void client.track(name, { ...properties }));
  return () => {
    unfollow();
    unwatch();
    queue.openTo(() => {});
    storage.close();
    client.remove('keywright');
    client.config.offline = true;
    client.config.cookieStorage = noCookies;
    client.config.optOut = true;
    forgetVisitor(apiKey);
  };
}

const noCookies: AmplitudeBrowser['config']['cookieStorage'] = {
  isEnabled: async () => true,
  get: async () => undefined,
  getRaw: async () => undefined,
  set: async () => {},
  remove: async () => {},
  reset: async () => {},
};

/** For a visitor who refuses before the library was loaded: what an earlier page left must go. */
export function forgetEarlierVisits(): void {
  forgetVisitor(apiKey);
}
