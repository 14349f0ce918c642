import type { Types } from '@amplitude/analytics-browser';
import {
  campaignProperties,
  identifyEvent,
  isKnownEvent,
  planProperties,
} from '#shared/tracking-plan.ts';

const kept = [
  'event_id',
  'insert_id',
  'time',
  'device_id',
  'session_id',
  'platform',
  'library',
] as const;

/** An event with nothing on it but what the plan allows; null for one that the plan doesn't know. */
export function leanEvent(event: Types.Event): Types.Event | null {
  const { event_type } = event;
  if (!isKnownEvent(event_type)) return null;
  const facts = Object.fromEntries(kept.map((name) => [name, event[name]]));
  const user =
    event_type === identifyEvent
      ? { user_properties: campaignProperties(event.user_properties) }
      : {};
  return {
    event_type,
    ...facts,
    event_properties: planProperties(event_type, event.event_properties),
    ...user,
  };
}
