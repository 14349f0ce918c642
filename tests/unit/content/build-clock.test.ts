import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { buildTime, momentsPassed, pageKey } from '../../../src/content/build-clock.ts';
import { failurePage } from '../../../src/content/fixed-pages.ts';

describe('the clock of a build', () => {
  afterEach(() => {
    delete process.env['KEYWRIGHT_BUILD_TIME'];
  });

  test('stands still, at the moment that was given if one was', () => {
    assert.equal(buildTime(), buildTime());
    process.env['KEYWRIGHT_BUILD_TIME'] = '2026-11-21T10:00:00Z';
    assert.equal(buildTime(), Date.UTC(2026, 10, 21, 10));
    process.env['KEYWRIGHT_BUILD_TIME'] = 'nonsense';
    assert.ok(Math.abs(buildTime() - Date.now()) < 60_000);
  });

  test('counts days and moments in any spelling of the database, the very moment included', () => {
    const text = JSON.stringify({
      publishAt: '2026-11-21T10:00:00+00:00',
      opensAt: '2026-11-21T11:00:00.123456+01:00',
      closesAt: '2026-11-21T10:00:00.001Z',
      validFrom: '2026-11-21',
      validTo: '2026-11-22',
      url: 'batch-2026-11-20',
    });
    assert.equal(momentsPassed(text, Date.UTC(2026, 10, 21, 10)), 2);
    assert.equal(momentsPassed(text, Date.UTC(2026, 10, 21, 10, 0, 0, 124)), 4);
    assert.equal(momentsPassed(text, Date.UTC(2026, 10, 20)), 0);
    assert.equal(momentsPassed(text, Date.UTC(2026, 10, 22)), 5);
  });

  test('a page gets another key when its data or its foot change and when one of its dates is reached', () => {
    const page = (description: string, legal: readonly string[]) => ({
      ...failurePage('/x', 'X', description),
      legal,
      data: { closesAt: '2026-11-21T10:00:00Z' },
    });
    const keyAt = (at: string, description = 'A page', legal = ['imprint']) => {
      process.env['KEYWRIGHT_BUILD_TIME'] = at;
      return pageKey(page(description, legal));
    };
    const before = keyAt('2026-11-20T10:00:00Z');
    assert.equal(keyAt('2026-11-21T09:59:59Z'), before);
    assert.notEqual(keyAt('2026-11-21T10:00:00Z'), before);
    assert.notEqual(keyAt('2026-11-20T10:00:00Z', 'Another page'), before);
    assert.notEqual(keyAt('2026-11-20T10:00:00Z', 'A page', []), before);
  });
});
