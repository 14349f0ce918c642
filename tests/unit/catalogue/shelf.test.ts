import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stageProgress } from '#features/batches/model/batch-road.ts';
import { stageAt, stageName } from '#features/batches/model/batch-stage.ts';
import { durationWords, momentWords } from '#shared/date-words.ts';
import { dayWords } from '#shared/day-words.ts';
import { etaWords } from '#shared/eta.ts';
import { listKinds } from '#shared/list-kinds.ts';
import { shelfState, type ShelfFacts } from '#features/catalogue/model/shelf.ts';

const opensAt = '2026-03-01T16:00:00Z';
const closesAt = '2026-03-29T20:00:00Z';
const before = Date.parse(opensAt) - 1;
const opening = Date.parse(opensAt);
const closing = Date.parse(closesAt);

const nothing: ShelfFacts = { isArchived: false, availabilities: [], batch: null, list: null };
const batch = { stage: 'announced', opensAt, closesAt } as const;
const raffle = { ...listKinds.raffle, status: 'open', opensAt, closesAt } as const;

test('a window opens and closes to the millisecond, whatever button was pressed', () => {
  for (const stage of ['announced', 'open'] as const) {
    assert.equal(stageAt({ stage, opensAt, closesAt }, before), 'announced');
    assert.equal(stageAt({ stage, opensAt, closesAt }, opening), 'open');
    assert.equal(stageAt({ stage, opensAt, closesAt }, closing - 1), 'open');
    assert.equal(stageAt({ stage, opensAt, closesAt }, closing), 'closed');
  }
});

test('the clock moves no stage that a person has to decide', () => {
  for (const stage of ['interest_check', 'in_production', 'shipping', 'moq_failed'] as const) {
    assert.equal(stageAt({ stage, opensAt, closesAt }, closing + 1), stage);
  }
});

test('a stage that a page does not know yet keeps its code', () => {
  assert.equal(stageName('in_production'), 'In production');
  assert.equal(stageName('sampling'), 'sampling');
});

test('a product moves from shelf to shelf as its window opens and closes', () => {
  const facts: ShelfFacts = { ...nothing, availabilities: ['group_buy'], batch };
  assert.equal(shelfState(facts, before).shelf, 'upcoming');
  assert.equal(shelfState(facts, opening).shelf, 'running');
  assert.equal(shelfState(facts, closing).shelf, 'making');
});

test('a running badge says when it ends, an announced one when it begins', () => {
  const facts: ShelfFacts = { ...nothing, availabilities: ['group_buy'], batch };
  assert.deepEqual(shelfState(facts, opening).until?.at, closesAt);
  assert.deepEqual(shelfState(facts, before).until?.at, opensAt);
});

test('a raffle takes entries only within its window, and a drawn one is over', () => {
  const facts: ShelfFacts = { ...nothing, availabilities: ['list'], list: raffle };
  assert.equal(shelfState(facts, opening).label, 'Raffle open');
  assert.equal(shelfState(facts, closing).label, 'Raffle closed');
  assert.notEqual(shelfState(facts, closing).shelf, 'running');
  const drawn = { ...facts, list: { ...raffle, status: 'drawn' } };
  assert.equal(shelfState(drawn, opening).label, 'Waiting list');
});

test('what is archived stands in the archive even while a window is open', () => {
  const facts: ShelfFacts = { ...nothing, isArchived: true, batch };
  assert.equal(shelfState(facts, opening).shelf, 'archive');
});

test('no badge made from dates claims that something is in stock or sold out', () => {
  for (const kind of ['in_stock', 'preorder', 'list', 'archived', 'group_buy']) {
    const { label } = shelfState({ ...nothing, availabilities: [kind] }, opening);
    assert.doesNotMatch(label, /in stock|sold out/i);
  }
});

test('stages lie behind, now or ahead of the one that holds', () => {
  assert.equal(stageProgress('open', 'announced'), 'done');
  assert.equal(stageProgress('open', 'open'), 'now');
  assert.equal(stageProgress('open', 'shipping'), 'ahead');
});

test('a day has no zone, and a moment names its own', () => {
  assert.match(dayWords('2026-09-15'), /^15 Sep/);
  assert.equal(momentWords('2026-03-14T18:00:00Z', 'UTC'), '14 Mar 2026, 18:00 UTC');
});

test('days and moments are worded as the browser’s own British calendar would, in any zone', () => {
  const day = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  const ofDay = new Intl.DateTimeFormat('en-GB', day);
  const ofMonth = new Intl.DateTimeFormat('en-GB', { ...day, day: undefined, month: 'long' });
  const ofMoment = new Intl.DateTimeFormat('en-GB', { ...day, ...time });
  const found = process.env['TZ'];
  for (let month = 0; month < 24; month += 1) {
    const date = new Date(Date.UTC(2026, month, 1 + month, month, 5));
    assert.equal(dayWords(date.toISOString()), ofDay.format(date));
    const eta = { date: date.toISOString(), precision: 'month' } as const;
    assert.equal(etaWords(eta), ofMonth.format(date));
    assert.equal(momentWords(date.toISOString(), 'UTC'), ofMoment.format(date));
    for (const timeZone of ['America/New_York', 'Asia/Kolkata', 'Asia/Tokyo', 'America/St_Johns']) {
      process.env['TZ'] = timeZone;
      const own = new Intl.DateTimeFormat('en-GB', { ...day, ...time, timeZone }).format(date);
      assert.equal(momentWords(date.toISOString()), own);
    }
  }
  if (found === undefined) delete process.env['TZ'];
  else process.env['TZ'] = found;
});

test('a duration is told in the two largest units', () => {
  assert.equal(durationWords(59_000), 'less than a minute');
  assert.equal(durationWords(60_000), '1 minute');
  assert.equal(durationWords(3_660_000), '1 hour 1 minute');
  assert.equal(durationWords(93_600_000), '1 day 2 hours');
  assert.equal(durationWords(20 * 86_400_000), '20 days');
});
