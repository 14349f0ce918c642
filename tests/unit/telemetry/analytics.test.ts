import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventQueue } from '#telemetry/analytics/event-queue.ts';
import { leanEvent } from '#telemetry/analytics/lean-events.ts';
import {
  campaignProperties,
  isKnownEvent,
  planProperties,
  trackingPlan,
} from '#shared/tracking-plan.ts';
import { readConsent, refusesTracking } from '#telemetry/stored-consent.ts';

const storedAs = (value: string | null) => () => ({ getItem: () => value });

test('only a stored yes or no is a decision', () => {
  const signals = { doNotTrack: null, globalPrivacyControl: undefined };
  for (const [stored, consent] of [
    ['granted', 'granted'],
    ['refused', 'refused'],
    [null, 'unknown'],
    ['maybe', 'unknown'],
  ] as const) {
    assert.equal(readConsent(signals, storedAs(stored)), consent);
  }
});

test('Do-Not-Track and Global Privacy Control refuse, whatever was stored', () => {
  for (const signal of [
    { doNotTrack: '1', globalPrivacyControl: undefined },
    { doNotTrack: 'yes', globalPrivacyControl: undefined },
    { doNotTrack: null, globalPrivacyControl: true },
  ]) {
    assert.equal(refusesTracking(signal), true);
    assert.equal(readConsent(signal, storedAs('granted')), 'refused');
  }
  assert.equal(refusesTracking({ doNotTrack: '0', globalPrivacyControl: false }), false);
});

test('a storage that throws is like one that is empty', () => {
  const blocked = () => {
    throw new Error('blocked');
  };
  assert.equal(readConsent({ doNotTrack: null }, blocked), 'unknown');
  assert.equal(
    readConsent({ doNotTrack: null }, () => ({ getItem: blocked })),
    'unknown',
  );
});

test('the queue holds the first 512 events and passes the rest through once it is open', () => {
  const { track, openTo } = createEventQueue();
  const event = { name: 'consent_granted', properties: {} } as const;
  for (let index = 0; index < 600; index += 1) track(event);
  let received = 0;
  openTo(() => {
    received += 1;
  });
  assert.equal(received, 512);
  track(event);
  assert.equal(received, 513);
});

test('every event of the plan can be stored under its name', () => {
  for (const name of Object.keys(trackingPlan)) assert.match(name, /^[a-z][a-z_]*$/);
});

test('an event outside the plan is unknown, inherited names too', () => {
  assert.equal(isKnownEvent('session_start'), true);
  for (const name of ['page_viewed', 'toString', '__proto__', 'constructor', '']) {
    assert.equal(isKnownEvent(name), false);
    assert.deepEqual(planProperties(name, { secret: 1 }), {});
  }
});

test('an event keeps the fields of the plan and none that tell of the visitor', () => {
  const lean = leanEvent({
    event_type: 'session_start',
    insert_id: 'i',
    device_id: 'd',
    session_id: 1,
    time: 2,
    event_id: 3,
    user_id: 'jane',
    ip: '$remote',
    user_agent: 'Browser',
    language: 'en',
    event_properties: { secret: 'canary' },
    user_properties: { secret: 'canary' },
  });
  const present = Object.entries(lean ?? {}).filter(([, value]) => value !== undefined);
  assert.deepEqual(Object.fromEntries(present), {
    event_type: 'session_start',
    event_id: 3,
    insert_id: 'i',
    time: 2,
    device_id: 'd',
    session_id: 1,
    event_properties: {},
  });
  assert.equal(leanEvent({ event_type: 'typed_a_secret' }), null);
});

test('of a campaign its parameters stay, first and current, without persons', () => {
  assert.deepEqual(
    campaignProperties({
      $setOnce: { initial_utm_source: 'forum', initial_referrer: 'EMPTY', initial_plan: 'x' },
      $set: {
        utm_campaign: 'jane@example.com',
        gclid: 'Cj0K-x_1',
        fbclid: 'two words',
        referrer: 'https://search.example/find?q=jane#x',
        referring_domain: 'search.example',
        email: 'jane@example.com',
      },
      $unset: { utm_medium: '-', secret: '-' },
      $append: { secret: 'x' },
      secret: 'x',
    }),
    {
      $setOnce: { initial_utm_source: 'forum', initial_referrer: 'EMPTY' },
      $set: {
        utm_campaign: '[e-mail]',
        gclid: 'Cj0K-x_1',
        fbclid: '[id]',
        referrer: 'https://search.example/find',
        referring_domain: 'search.example',
      },
      $unset: { utm_medium: '-' },
    },
  );
});
