import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf, withCode } from '../../support/database.ts';

const database = openTestDatabase();

describe('addresses of makers', () => {
  test('an editor enters where a manufacturer and whoever answers for it in the EU are reached', async () => {
    await database.as(withCode(person('editor')), async (sql) => {
      const changed = await sql`
        update public.makers set legal_name = 'A Maker Ltd', postal_address = 'A Street 1, Kobe, Japan',
          electronic_address = 'https://maker.example/contact', responsible_name = 'Somebody BV',
          responsible_postal_address = 'B Street 2, Utrecht', responsible_electronic_address = 'eu@maker.example'
        where code = 'night-ferry' returning id`;
      assert.equal(changed.length, 1);
    });
  });

  test('an address that a page would link to is an e-mail address or a page, never a script', async () => {
    for (const address of [
      'javascript:alert(1)',
      'javascript:alert(1)//@x',
      'http://maker.example',
      'data:text/html,x@y',
      'maker.example',
      'a b@maker.example',
    ]) {
      for (const column of ['electronic_address', 'responsible_electronic_address']) {
        const refusal = await refusalOf(
          database.as(
            withCode(person('owner')),
            (sql) => sql`update public.makers set ${sql(column)} = ${address}`,
          ),
        );
        assert.equal(refusal.code, '23514', `${column} ${address}`);
      }
    }
  });

  test('nobody else changes them', async () => {
    for (const name of ['fulfilment', 'support', 'first'] as const) {
      const changed = await database.as(
        withCode(person(name)),
        (sql) => sql`update public.makers set postal_address = 'Elsewhere' returning id`,
      );
      assert.equal(changed.length, 0, name);
    }
  });
});
