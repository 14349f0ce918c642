import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { save } from '../../support/data/designs.ts';

const database = openTestDatabase();
const first = person('first');
const second = person('second');
const support = person('support');

describe('report_design', () => {
  test('reaches staff once per person, with the last reason', async () => {
    const { id } = await database.keepAs(first, (sql) => save(sql, { visibility: 'public' }));
    for (const reason of ['Not nice', 'Really not nice'])
      await database.keepAs(second, (sql) => sql`select public.report_design(${id}, ${reason})`);
    const reports = await database.as(
      support,
      (sql) => sql`select reason from public.design_reports where design_id = ${id}`,
    );
    assert.deepEqual(
      [...reports].map(({ reason }) => reason),
      ['Really not nice'],
    );
    const own = await database.as(second, (sql) => sql`select * from public.design_reports`);
    assert.equal(own.length, 0);
  });

  test('keeps few reports of guests, and answers each the same', async () => {
    const { id } = await database.keepAs(first, (sql) => save(sql, { visibility: 'public' }));
    for (let n = 0; n < 15; n += 1) {
      const [row] = await database.keepAs(
        anonymous,
        (sql) => sql`select public.report_design(${id}, ${`Guest ${n}`}) as answer`,
      );
      assert.deepEqual(row?.['answer'], { reported: true });
    }
    const kept = await database.sql`select from public.design_reports where design_id = ${id}`;
    assert.equal(kept.length, 10);
  });

  test('takes a report of a design that only its link leads to', async () => {
    const { id } = await database.keepAs(first, (sql) => save(sql, { visibility: 'unlisted' }));
    for (const caller of [second, anonymous])
      await database.keepAs(caller, (sql) => sql`select public.report_design(${id}, 'Rude words')`);
    const kept = await database.sql`select from public.design_reports where design_id = ${id}`;
    assert.equal(kept.length, 2);
  });

  test('wants a reason, and a design that is shared and not hidden', async () => {
    const { id } = await database.keepAs(first, (sql) => save(sql, { visibility: 'private' }));
    const hidden = await database.keepAs(first, (sql) => save(sql, { visibility: 'unlisted' }));
    await database.sql`update public.designs set hidden_at = now() where id = ${hidden.id}`;
    const again = await refusalOf(
      database.as(second, (sql) => sql`select public.report_design(${hidden.id}, 'Rude words')`),
    );
    assert.equal(again.reason, 'unknown_design');
    for (const [reason, expected] of [
      ['', 'reason_missing'],
      ['Good reason', 'unknown_design'],
    ] as const) {
      const refused = await refusalOf(
        database.as(second, (sql) => sql`select public.report_design(${id}, ${reason})`),
      );
      assert.equal(refused.reason, expected);
    }
  });
});
