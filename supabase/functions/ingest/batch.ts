import {
  campaignProperties,
  identifyEvent,
  isKnownEvent,
  planProperties,
  type Properties,
} from '../../../src/shared/tracking-plan.ts';

export interface EventRow {
  readonly insert_id: string;
  readonly name: string;
  readonly properties: Properties;
  readonly device_id: string;
  readonly session_id: number | null;
  readonly happened_at: string;
}

/** Field names to the places of the events that are wrong there, as Amplitude reports them. */
export type Faults = Readonly<Record<string, readonly number[]>>;

export type Batch =
  | { readonly rows: readonly EventRow[]; readonly faults: null }
  | { readonly rows: null; readonly faults: { missing: Faults; invalid: Faults } };

const dayMs = 86_400_000;
const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  event_type: (value) => typeof value === 'string' && isKnownEvent(value),
  insert_id: (value) => typeof value === 'string' && /^[\w-]{8,80}$/.test(value),
  device_id: (value) => typeof value === 'string' && /^[\w-]{5,80}$/.test(value),
};

export function isRecord(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A clock that is wrong by years says nothing: then the time of arrival is the better one. */
function happenedAt(time: unknown, now: Date): string {
  const isSane =
    typeof time === 'number' && time > now.getTime() - 365 * dayMs && time < now.getTime() + dayMs;
  return isSane ? new Date(time).toISOString() : now.toISOString();
}

function toRow(event: Properties, now: Date): EventRow {
  const name = String(event['event_type']);
  const session = event['session_id'];
  const isIdentify = name === identifyEvent;
  return {
    insert_id: String(event['insert_id']),
    name: isIdentify ? 'identify' : name,
    properties: isIdentify
      ? campaignProperties(event['user_properties'])
      : planProperties(name, event['event_properties']),
    device_id: String(event['device_id']),
    session_id: Number.isSafeInteger(session) && Number(session) > 0 ? Number(session) : null,
    happened_at: happenedAt(event['time'], now),
  };
}

/** All events or none: one that is wrong is named, so that the sender can drop it and send the rest. */
export function readBatch(events: readonly unknown[], now: Date): Batch {
  const missing: Record<string, number[]> = {};
  const invalid: Record<string, number[]> = {};
  events.forEach((event, place) => {
    for (const [field, isRight] of Object.entries(checks)) {
      const value = isRecord(event) ? event[field] : undefined;
      const faults = value === undefined || value === null || value === '' ? missing : invalid;
      if (faults === missing || !isRight(value)) (faults[field] ??= []).push(place);
    }
  });
  if (Object.keys(missing).length + Object.keys(invalid).length > 0) {
    return { rows: null, faults: { missing, invalid } };
  }
  const rows = events.filter(isRecord).map((event) => toRow(event, now));
  const once = new Map(rows.map((row) => [row.insert_id, row]));
  return { rows: [...once.values()], faults: null };
}
