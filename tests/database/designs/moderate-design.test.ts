import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { opened, save } from '../../support/data/designs.ts';

const database = openTestDatabase();
const first = person('first');

describe('moderate_design', () => {
  test('takes a design out of sight, answers its reports and leaves an audit row', async () => {
    const { id } = await database.keepAs(first, (sql) => save(sql, { visibility: 'public' }));
    await database.keepAs(anonymous, (sql) => sql`select public.report_design(${id}, 'Rude')`);
    await database.keepAs(
      person('support'),
      (sql) => sql`select public.moderate_design(${id}, true, 'Rude words in the legends')`,
    );
    assert.equal(await database.as(anonymous, (sql) => opened(sql, id)), null);
    const listed = await database.as(
      anonymous,
      (sql) => sql`select id from public.designs where id = ${id}`,
    );
    assert.equal(listed.length, 0);
    const [report] = await database.sql`
      select answered_at from public.design_reports where design_id = ${id}`;
    assert.ok(report?.['answered_at']);
    const [audit] = await database.sql`
      select actor_role, after from public.audit_log where table_name = 'designs' and row_id = ${id}`;
    assert.equal(audit?.['actor_role'], 'support');
    assert.equal((audit['after'] as { reason: string }).reason, 'Rude words in the legends');
    await database.keepAs(
      person('owner'),
      (sql) => sql`select public.moderate_design(${id}, false, 'It was harmless')`,
    );
    assert.ok(await database.as(anonymous, (sql) => opened(sql, id)));
  });

  test('takes one that is shared by its link from everybody but its maker and staff, and gives it back', async () => {
    const { id } = await database.keepAs(first, (sql) => save(sql, { visibility: 'unlisted' }));
    await database.keepAs(anonymous, (sql) => sql`select public.report_design(${id}, 'Rude')`);
    const moderate = (hidden: boolean) =>
      database.keepAs(
        person('support'),
        (sql) => sql`select public.moderate_design(${id}, ${hidden}, 'Rude words')`,
      );
    await moderate(true);
    for (const caller of [anonymous, person('second'), person('fulfilment')])
      assert.equal(await database.as(caller, (sql) => opened(sql, id)), null);
    for (const caller of [first, person('support'), person('editor'), person('owner')])
      assert.equal((await database.as(caller, (sql) => opened(sql, id)))?.['is_hidden'], true);
    const open = await database.sql`
      select from public.design_reports where design_id = ${id} and answered_at is null`;
    assert.equal(open.length, 0);
    await moderate(false);
    assert.ok(await database.as(anonymous, (sql) => opened(sql, id)));
  });

  test('is for staff who answer for it, never without a reason, never on a private design', async () => {
    const { id } = await database.keepAs(first, (sql) => save(sql));
    const tries = [
      ['first', 'A reason', 'not_allowed'],
      ['fulfilment', 'A reason', 'not_allowed'],
      ['former', 'A reason', 'not_allowed'],
      ['owner', ' ', 'reason_missing'],
      ['owner', 'A reason', 'unknown_design'],
    ] as const;
    for (const [name, reason, expected] of tries) {
      const refused = await refusalOf(
        database.as(
          person(name),
          (sql) => sql`select public.moderate_design(${id}, true, ${reason})`,
        ),
      );
      assert.equal(refused.reason, expected);
    }
  });
});
