import { serviceHeaders } from '../_shared/project-keys.ts';
import { reportError, type FunctionEnvironment } from '../_shared/report-error.ts';
import type { EventRow } from './batch.ts';
import type { IngestDeps } from './handler.ts';

const mostEventsPerMinute = 2000;
const mostOfAllPerMinute = 20_000;
const mostDevices = 5_000;
const longestWaitMs = 8000;

function createStore(environment: FunctionEnvironment): IngestDeps['store'] {
  const service = serviceHeaders(environment);
  const url = `${environment['SUPABASE_URL']}/rest/v1/analytics_events`;
  return async (rows) => {
    const response = await fetch(`${url}?on_conflict=insert_id&select=insert_id`, {
      method: 'POST',
      headers: {
        ...service,
        'content-type': 'application/json',
        prefer: 'resolution=ignore-duplicates,return=representation',
      },
      body: JSON.stringify(rows),
      signal: AbortSignal.timeout(longestWaitMs),
    });
    // Enough for today, and said so by the database.
    if (response.status === 429) return null;
    if (!response.ok) throw new Error(`Events could not be stored: HTTP ${response.status}`);
    const stored: readonly { readonly insert_id: string }[] = await response.json();
    return new Set(stored.map(({ insert_id }) => insert_id));
  };
}

function toAmplitude({ name, properties, happened_at, ...row }: EventRow) {
  const facts = { ...row, time: Date.parse(happened_at) };
  return name === 'identify'
    ? { ...facts, event_type: '$identify', user_properties: properties }
    : { ...facts, event_type: name, event_properties: properties };
}

/** The events are stored by then: what Amplitude does not take is reported and not tried again. */
function createForward(environment: FunctionEnvironment): IngestDeps['forward'] {
  const key = environment['AMPLITUDE_API_KEY'] ?? '';
  const url = environment['AMPLITUDE_URL'] || 'https://api2.amplitude.com/2/httpapi';
  if (key === '') return null;
  return async (rows) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ api_key: key, events: rows.map(toAmplitude) }),
        signal: AbortSignal.timeout(longestWaitMs),
      });
      if (!response.ok) throw new Error(`Amplitude refused events: HTTP ${response.status}`);
    } catch (error) {
      await reportError(error, 'ingest', environment);
    }
  };
}

/**
 * In memory and for one minute: enough against a page that runs wild, and nothing to keep. Names of
 * devices are the sender's to choose, so what all send together is bounded too.
 */
export function createAdmission(now: () => Date): IngestDeps['admit'] {
  let minute = 0;
  let total = 0;
  const counts = new Map<string, number>();
  return (deviceId, events) => {
    const current = Math.floor(now().getTime() / 60_000);
    if (current !== minute) {
      counts.clear();
      total = 0;
    }
    minute = current;
    const known = counts.get(deviceId);
    if (known === undefined && counts.size >= mostDevices) return false;
    const count = (known ?? 0) + events;
    counts.set(deviceId, count);
    total += events;
    return count <= mostEventsPerMinute && total <= mostOfAllPerMinute;
  };
}

export function createIngestDeps(environment: FunctionEnvironment): IngestDeps {
  const now = () => new Date();
  return {
    now,
    store: createStore(environment),
    forward: createForward(environment),
    admit: createAdmission(now),
  };
}
