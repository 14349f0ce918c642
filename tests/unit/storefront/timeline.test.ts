import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shownWindows, timelineFrom } from '../../../src/features/storefront/calendar/timeline.ts';

const now = Date.UTC(2026, 10, 28, 12);
const timeline = timelineFrom(now);
const given = (opensAt: string | null, closesAt: string | null) => ({
  id: 'a',
  title: 'Saltmarsh',
  name: 'Group buy',
  path: '/products/saltmarsh',
  opensAt,
  closesAt,
});
const shown = (opensAt: string | null, closesAt: string | null) =>
  shownWindows([given(opensAt, closesAt)], timeline)[0];

describe('the timeline of the calendar', () => {
  test('begins with the month before, over the turn of a year too, and today lies in the second', () => {
    assert.deepEqual(
      timeline.months.map(({ name }) => name),
      ['Oct', 'Nov', 'Dec', 'Jan', 'Feb', 'Mar'],
    );
    const [, november, december] = timeline.months;
    assert.ok(november && december);
    assert.ok(november.start < timeline.now && timeline.now < december.start);
    assert.equal(timeline.months[0]?.start, 0);
  });

  test('shows the part of a window that lies in it, and leaves out the others', () => {
    const open = shown('2026-11-20T00:00:00Z', '2026-12-20T00:00:00Z');
    assert.ok(open?.isOpen && open.start < timeline.now && timeline.now < open.end);
    assert.equal(open.words, '20 Nov 2026 to 20 Dec 2026');
    const long = shown('2026-01-01T00:00:00Z', '2027-12-31T00:00:00Z');
    assert.deepEqual([long?.start, long?.end], [0, 1]);
    assert.equal(shown('2026-08-01T00:00:00Z', '2026-09-30T00:00:00Z'), undefined);
    assert.equal(shown('2027-04-01T00:00:00Z', '2027-05-01T00:00:00Z'), undefined);
    assert.equal(shown('2026-11-01T00:00:00Z', null), undefined);
  });

  test('what opens later is not open, and what has no opening has been open all along', () => {
    assert.equal(shown('2026-12-01T00:00:00Z', '2026-12-20T00:00:00Z')?.isOpen, false);
    assert.equal(shown('2026-11-01T00:00:00Z', '2026-11-28T12:00:00Z')?.isOpen, false);
    const running = shown(null, '2026-12-20T00:00:00Z');
    assert.deepEqual(
      [running?.start, running?.isOpen, running?.words],
      [0, true, 'Until 20 Dec 2026'],
    );
  });
});
