import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { beacon } from '../../../src/features/lists/model/beacon.ts';
import { openTestDatabase } from '../../support/database.ts';
import { round1000, round1001 } from '../../support/data/lists.ts';

const database = openTestDatabase();
const { G1, G2, shortSignatures } = bls12_381;

async function isSigned(round: number, signature: string): Promise<boolean> {
  const [row] = await database.sql<{ holds: boolean }[]>`
    select private.is_signed_by_beacon(${round}, ${signature}) as holds`;
  assert.ok(row);
  return row.holds;
}

/** On the curve of G1 and outside of the subgroup that signatures lie in. */
function strangePoint() {
  const { Fp, Fr } = bls12_381.fields;
  // For x = 4 there is a y.
  const point = G1.Point.fromAffine({ x: 4n, y: Fp.sqrt(4n ** 3n + 4n) });
  return point.multiplyUnsafe(Fr.ORDER - 1n).add(point);
}

describe('is_signed_by_beacon', () => {
  test('knows the real rounds, and no other round by their signatures', async () => {
    for (const { round, signature } of [round1000, round1001]) {
      assert.equal(await isSigned(round, signature), true);
      assert.equal(await isSigned(round + 1, signature), false);
    }
  });

  test('takes no opposite, no point at infinity and nothing that is no point', async () => {
    const { signature } = round1000;
    const opposite = G1.Point.fromHex(signature).negate().toHex();
    const infinity = `c0${'0'.repeat(94)}`;
    const others = ['', 'ab', '0'.repeat(96), 'f'.repeat(96), 'g'.repeat(96), `${signature}00`];
    for (const other of [opposite, infinity, signature.toUpperCase(), ...others])
      assert.equal(await isSigned(1000, other), false, other);
    assert.equal(await isSigned(0, signature), false);
  });

  test('takes no point outside of the subgroup, of which every signature would have many', async () => {
    const strange = strangePoint();
    assert.equal(strange.equals(G1.Point.ZERO), false);
    const { x, y } = G1.Point.fromHex(round1000.signature).add(strange).toAffine();
    const flags = 0x80n + (y > bls12_381.fields.Fp.ORDER / 2n ? 0x20n : 0n);
    const second = ((flags << 376n) + x).toString(16);
    assert.notEqual(second, round1000.signature);
    assert.equal(await isSigned(1000, second), false);
  });

  test('hashes rounds to the curve as the library does that readers check with', async () => {
    for (const round of [1, 255, 256, 1000, 30_000_000, 2 ** 40]) {
      const message = new DataView(new ArrayBuffer(8));
      message.setBigUint64(0, BigInt(round));
      const hashed = shortSignatures.hash(
        sha256(new Uint8Array(message.buffer)),
        beacon.domainSeparation,
      );
      const { x, y } = hashed.toAffine();
      const [row] = await database.sql`
        select array_to_string(private.beacon_message(${round}), ' ') as point`;
      assert.equal(row?.['point'], `${x} ${y}`);
    }
  });

  test('holds the key that the page pins', async () => {
    const { x, y } = G2.Point.fromHex(beacon.publicKey).toAffine();
    const [row] = await database.sql<{ body: string }[]>`
      select prosrc as body from pg_proc where proname = 'is_signed_by_beacon'`;
    for (const part of [x.c0, x.c1, y.c0, y.c1]) assert.ok(row?.body.includes(part.toString(16)));
  });
});
