import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf, type PersonName } from '../../support/database.ts';

const database = openTestDatabase();

describe('set_alert_rule', () => {
  const set = (
    code: string,
    roles: readonly string[] | null,
    threshold: number | null,
    name: PersonName = 'owner',
  ) =>
    database.as(person(name), async (sql) => {
      const [row] = await sql<{ rule: Record<string, unknown> }[]>`
        select public.set_alert_rule(${code}, ${roles as string[]}, false, true, ${threshold}) as rule`;
      await sql`reset role`;
      const audited =
        await sql`select from public.audit_log where table_name = 'alert_rules' and row_id = ${code}`;
      return { rule: row?.rule, audited: audited.length };
    });

  test('changes one rule, names each role once, and is in the audit log', async () => {
    const { rule, audited } = await set('low_stock', ['support', 'owner', 'support'], 12);
    assert.deepEqual(rule, {
      code: 'low_stock',
      roles: ['owner', 'support'],
      mails: false,
      calls: true,
      threshold: 12,
    });
    assert.equal(audited, 1);
  });

  test('refuses other roles, wrong numbers, unknown alerts, and whoever is no owner', async () => {
    for (const [call, reason] of [
      [() => set('low_stock', ['god'], 1), 'unknown_role'],
      [() => set('low_stock', null, 1), 'unknown_role'],
      [() => set('low_stock', ['owner'], -1), 'wrong_threshold'],
      [() => set('low_stock', ['owner'], null), 'wrong_threshold'],
      [() => set('nothing', ['owner'], 1), 'unknown_alert'],
      [() => set('low_stock', ['support'], 1, 'support'), 'not_allowed'],
      [() => set('low_stock', ['fulfilment'], 1, 'fulfilment'), 'not_allowed'],
      [() => set('low_stock', [], 1, 'first'), 'not_allowed'],
    ] as const) {
      assert.equal((await refusalOf(call())).reason, reason);
    }
  });
});
