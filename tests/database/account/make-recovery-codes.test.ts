import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openTestDatabase, person, personId, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();
const strong = {
  role: 'authenticated',
  claims: { ...person('first').claims, aal: 'aal2' },
} as const;

describe('make_recovery_codes', () => {
  before(async () => {
    await database.sql`
      insert into auth.mfa_factors (user_id, factor_type, status)
      values (${personId('first')}, 'totp', 'verified')`;
  });

  test('ten different codes come out, kept as hashes alone, and new ones void the old', async () => {
    const counts = await database.as(strong, async (sql) => {
      const [row] = await sql`select public.make_recovery_codes() as codes`;
      const codes = row?.['codes'] as readonly string[];
      assert.equal(new Set(codes).size, 10);
      for (const code of codes) assert.match(code, /^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/);
      await sql`select public.make_recovery_codes()`;
      await sql`reset role`;
      const kept = await sql<{ code_hash: string }[]>`select code_hash from private.recovery_codes`;
      assert(kept.every(({ code_hash: hash }) => !codes.some((code) => hash.includes(code))));
      return kept.length;
    });
    assert.equal(counts, 10);
  });

  test('without a factor, or before giving it, there are none', async () => {
    const refused = async (name: 'first' | 'second') =>
      (
        await refusalOf(
          database.as(person(name), (sql) => sql`select public.make_recovery_codes()`),
        )
      ).reason;
    assert.equal(await refused('second'), 'no_factor');
    assert.equal(await refused('first'), 'second_factor');
  });
});
