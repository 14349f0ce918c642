import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import {
  drawSteps,
  hashEntries,
  isSignedByBeacon,
  rankEntries,
  verifyDraw,
  verifyStep,
  type DrawStep,
  type PublishedDraw,
} from '../../../src/features/lists/model/draw.ts';
import { roundTime } from '../../../src/features/lists/model/beacon.ts';
import { round1000, round1001 } from '../../support/data/lists.ts';

const entryIds = Array.from(
  { length: 12 },
  (_, index) => `${String(index * 7919).padStart(8, '0')}-0000-4000-8000-${'0'.repeat(12)}`,
).toSorted();

const honest: PublishedDraw = {
  closesAt: '2023-08-23T15:40:00Z',
  round: 1000,
  entryIds,
  entriesHash: hashEntries(entryIds),
  randomness: round1000.randomness,
  signature: round1000.signature,
  ranking: rankEntries(entryIds, round1000.randomness),
};

/** The curve is asked again only where the signature or its round is another: that step is slow. */
function failing(draw: PublishedDraw): DrawStep[] {
  const isSigned = draw.signature === honest.signature && draw.round === honest.round;
  return drawSteps
    .filter((step) => step !== 'signature' || !isSigned)
    .map((step) => verifyStep(step, draw))
    .filter(({ outcome }) => outcome === 'fails')
    .map(({ step }) => step);
}

/** Changes one letter of a hex text into another. */
const turned = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;

describe('the beacon', () => {
  test('signed its real rounds, and no other round with those signatures', () => {
    for (const { round, signature } of [round1000, round1001]) {
      assert.equal(isSignedByBeacon(round, signature), true);
      assert.equal(isSignedByBeacon(round + 1, signature), false);
    }
  });

  test('signed nothing that is not a point of its curve', () => {
    for (const signature of ['', 'ab', '0'.repeat(96), 'f'.repeat(96), 'g'.repeat(96)]) {
      assert.equal(isSignedByBeacon(1000, signature), false);
    }
    for (const round of [0, -1, 1.5, Number.NaN]) {
      assert.equal(isSignedByBeacon(round, round1000.signature), false);
    }
  });

  test('speaks every three seconds since its first round', () => {
    assert.equal(roundTime(1).toISOString(), '2023-08-23T15:09:27.000Z');
    assert.equal(roundTime(1000).toISOString(), '2023-08-23T15:59:24.000Z');
  });
});

/** Worked out by another library, so that a mistake of the verifier is not its own witness. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a published draw', () => {
  test('ranks the least digest of randomness and id first, and hashes its ids a line each', () => {
    const { randomness } = round1000;
    const digests = rankEntries(entryIds, randomness).map((id) => digest(`${randomness}:${id}`));
    assert.deepEqual(digests, entryIds.map((id) => digest(`${randomness}:${id}`)).toSorted());
    assert.equal(hashEntries(entryIds), digest(entryIds.join('\n')));
  });

  test('that is honest holds in every step', () => {
    assert.deepEqual(
      verifyDraw(honest).map(({ step, outcome }) => [step, outcome]),
      drawSteps.map((step) => [step, 'holds']),
    );
  });

  test('waits where the beacon has not spoken', () => {
    const frozen = { ...honest, randomness: null, signature: null, ranking: null };
    assert.deepEqual(
      verifyDraw(frozen).map(({ outcome }) => outcome),
      ['holds', 'holds', 'waiting', 'waiting', 'waiting'],
    );
  });

  test('names the entries when any byte of any id, their order or their hash was changed', () => {
    for (const [index, id] of entryIds.entries()) {
      for (let at = 0; at < id.length; at += 1) {
        const changed = entryIds.with(index, turned(id, at));
        assert.ok(failing({ ...honest, entryIds: changed }).includes('entries'), `${id} at ${at}`);
      }
    }
    for (let at = 0; at < 64; at += 1) {
      const entriesHash = turned(honest.entriesHash, at);
      assert.deepEqual(failing({ ...honest, entriesHash }), ['entries']);
    }
    const swapped = entryIds.with(0, entryIds[1] ?? '').with(1, entryIds[0] ?? '');
    const rehashed = { ...honest, entryIds: swapped, entriesHash: hashEntries(swapped) };
    assert.deepEqual(failing(rehashed), ['entries']);
    assert.ok(failing({ ...honest, entryIds: entryIds.slice(1) }).includes('entries'));
  });

  test('names the signature when any byte of it was changed, even with the hash made to fit', () => {
    for (let at = 0; at < 96; at += 1) {
      const signature = turned(round1000.signature, at);
      assert.ok(failing({ ...honest, signature }).includes('signature'), `at ${at}`);
    }
    assert.ok(failing({ ...honest, signature: round1001.signature }).includes('signature'));
  });

  test('names the randomness when any byte of it was changed, even with the rank made to fit', () => {
    for (let at = 0; at < 64; at += 1) {
      const randomness = turned(round1000.randomness, at);
      const ranking = rankEntries(entryIds, randomness);
      assert.deepEqual(failing({ ...honest, randomness, ranking }), ['randomness']);
    }
  });

  test('names the ranking when any two ranks were swapped or one was left out', () => {
    const ranking = honest.ranking ?? [];
    for (let index = 1; index < ranking.length; index += 1) {
      const swapped = ranking
        .with(index, ranking[index - 1] ?? '')
        .with(index - 1, ranking[index] ?? '');
      assert.deepEqual(failing({ ...honest, ranking: swapped }), ['ranking']);
    }
    assert.deepEqual(failing({ ...honest, ranking: ranking.slice(1) }), ['ranking']);
  });

  test('names the round when it came before the closing, and the signature when it is another', () => {
    assert.deepEqual(failing({ ...honest, closesAt: '2023-08-23T15:59:24Z' }), ['round']);
    assert.deepEqual(failing({ ...honest, round: 1001 }), ['signature']);
  });
});

describe('the rank', () => {
  test('does not depend on the order in which entries came', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(entryIds, { minLength: 12 }), (shuffled) => {
        assert.deepEqual(rankEntries(shuffled, round1000.randomness), honest.ranking);
      }),
      { numRuns: 200 },
    );
  });

  test('favours neither small ids nor large ones, neither early nor late', () => {
    // Over many rounds of randomness every id is as often first as every other.
    const firsts = new Map(entryIds.map((id) => [id, 0]));
    const runs = 3000;
    for (let run = 0; run < runs; run += 1) {
      const [best = ''] = rankEntries(entryIds, hashEntries([String(run)]));
      firsts.set(best, (firsts.get(best) ?? 0) + 1);
    }
    const expected = runs / entryIds.length;
    const chiSquared = [...firsts.values()].reduce(
      (sum, seen) => sum + (seen - expected) ** 2 / expected,
      0,
    );
    // 11 degrees of freedom: beyond 31.3 once in a thousand; the runs are the same every time.
    assert.ok(chiSquared < 31.3, `chi squared ${chiSquared}`);
  });
});
