import type { Types } from '@amplitude/analytics-browser';
import type { EventStorage } from './event-storage.ts';
import type { StoredIdentity } from './identity-cookie.ts';

export const sessionTimeoutMs = 30 * 60 * 1000;
export const flushIntervalMs = 1000;

const silent = () => {};
const noLogger: Types.ILogger = {
  disable: silent,
  enable: silent,
  log: silent,
  warn: silent,
  error: silent,
  debug: silent,
};

export function isOver(lastEventTime: number | undefined): boolean {
  return lastEventTime !== undefined && Date.now() - lastEventTime > sessionTimeoutMs;
}

/** What the library takes from the address when nobody says otherwise is said here: device and session. */
function settleIdentity({ deviceId, sessionId, lastEventTime }: StoredIdentity): {
  deviceId: string;
  sessionId: number;
} {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const continues = sessionId !== undefined && !isOver(lastEventTime);
  return { deviceId: deviceId ?? random, sessionId: continues ? sessionId : Date.now() };
}

/** Everything that the library decides by itself unless told: sending, sessions, and what it looks at. */
export function amplitudeOptions(
  serverUrl: string,
  identity: StoredIdentity,
  storageProvider: EventStorage,
): Types.BrowserOptions {
  return {
    ...settleIdentity(identity),
    serverUrl,
    serverZone: 'US',
    transport: 'fetch',
    flushIntervalMillis: flushIntervalMs,
    flushMaxRetries: 5,
    flushQueueSize: 30,
    sessionTimeout: sessionTimeoutMs,
    storageProvider,
    identityStorage: 'cookie',
    cookieOptions: {
      domain: '',
      expiration: 365,
      sameSite: 'Lax',
      secure: location.protocol === 'https:',
      upgrade: false,
    },
    autocapture: {
      attribution: {
        trackingMethod: 'userProperty',
        resetSessionOnNewCampaign: true,
        excludeReferrers: [location.host],
      },
      sessions: true,
      pageViews: false,
      formInteractions: false,
      fileDownloads: false,
      elementInteractions: false,
      frustrationInteractions: false,
      networkTracking: false,
      pageUrlEnrichment: false,
      performanceTracking: false,
      webVitals: false,
    },
    trackingOptions: { ipAddress: false, language: false, platform: true },
    customEnrichment: false,
    enableDiagnostics: false,
    fetchRemoteConfig: false,
    remoteConfig: { fetchRemoteConfig: false },
    loggerProvider: noLogger,
    offline: null,
  };
}
