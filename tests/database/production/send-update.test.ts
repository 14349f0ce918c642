import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { endWindow, makeBatch, orderKits, pay } from '../../support/data/group-buys.ts';

const database = openTestDatabase();
const editor = person('editor');

interface Audience {
  readonly buyers: number;
  readonly is_sent: boolean;
}

async function send(sql: TransactionSql, update: string, isPreview = false): Promise<Audience> {
  const [row] = await sql<{ answer: Audience }[]>`
    select public.send_update(${update}, ${isPreview}) as answer`;
  assert.ok(row);
  return row.answer;
}

async function makeUpdate(batch: string, isPublished = true): Promise<string> {
  const [update] = await database.sql<{ id: string }[]>`
    insert into public.updates (url, title, summary, body, status, publish_at)
    values (${`test-${batch.slice(0, 8)}`}, 'A slip', 'It takes longer.', 'It takes longer.',
      ${isPublished ? 'published' : 'draft'}, now()) returning id`;
  assert.ok(update);
  await database.sql`
    insert into public.update_batches (update_id, batch_id, eta_after) values (${update.id}, ${batch}, '2031-05-01')`;
  return update.id;
}

describe('send_update', () => {
  test('tells exactly the buyers of its batches, each once, and moves the ETA', async () => {
    const other = await makeBatch(database.sql, [{ sku: 'BRAEFELL-WINDOW', moq: 1 }]);
    const stranger = await database.keepAs(anonymous, (sql) =>
      orderKits(sql, ['BRAEFELL-WINDOW'], 'stranger@buyers.test'),
    );
    await pay(database.sql, stranger);
    await endWindow(database.sql, other);
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 1 }]);
    for (const email of ['one@buyers.test', 'two@buyers.test', 'ONE@buyers.test']) {
      await pay(
        database.sql,
        await database.keepAs(anonymous, (sql) => orderKits(sql, ['BRAEFELL-PLATE'], email)),
      );
    }
    await database.keepAs(anonymous, (sql) =>
      orderKits(sql, ['BRAEFELL-PLATE'], 'unpaid@buyers.test'),
    );
    const update = await makeUpdate(batch);
    const preview = await database.keepAs(editor, (sql) => send(sql, update, true));
    assert.deepEqual([preview.buyers, preview.is_sent], [2, false]);
    const mails = () =>
      database.sql`select recipient from public.outbox where kind = 'batch_update' and payload ->> 'update_id' = ${update}`;
    assert.equal((await mails()).length, 0);
    for (let time = 0; time < 2; time += 1)
      await database.keepAs(editor, (sql) => send(sql, update));
    const told = (await mails()).map((row) => String(row['recipient']).toLowerCase());
    assert.deepEqual(told.toSorted(), ['one@buyers.test', 'two@buyers.test']);
    const [row] =
      await database.sql`select eta::text, original_eta::text <> '2031-05-01' as kept from public.batches where id = ${batch}`;
    assert.deepEqual({ ...row }, { eta: '2031-05-01', kept: true });
  });

  test('waits for its publication, and is for owners and editors', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 1 }]);
    const draft = await makeUpdate(batch, false);
    assert.equal(
      (await refusalOf(database.as(editor, (sql) => send(sql, draft)))).reason,
      'not_published',
    );
    for (const name of ['support', 'fulfilment', 'first'] as const) {
      assert.equal(
        (await refusalOf(database.as(person(name), (sql) => send(sql, draft, true)))).reason,
        'not_allowed',
      );
    }
    const unknown = await refusalOf(
      database.as(editor, (sql) => send(sql, '00000000-0000-4000-8000-00000000dead')),
    );
    assert.equal(unknown.reason, 'unknown_update');
  });

  test('is refused where somebody else moved the batch since it was written, and nobody is told', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 1 }]);
    const update = await makeUpdate(batch);
    await database.sql`
      update public.update_batches set eta_before = '2031-01-01' where update_id = ${update}`;
    await database.sql`update public.batches set eta = '2031-03-01' where id = ${batch}`;
    for (const isPreview of [true, false]) {
      const refusal = await refusalOf(database.as(editor, (sql) => send(sql, update, isPreview)));
      assert.equal(refusal.reason, 'batch_changed');
      assert.deepEqual(refusal.details, { eta: '2031-03-01' });
      assert.doesNotMatch(
        refusal.message,
        /2031/,
        'a plan is told no more exactly than it is meant',
      );
    }
    await database.sql`update public.batches set eta = '2031-01-01' where id = ${batch}`;
    await database.keepAs(editor, (sql) => send(sql, update));
    const again = await database.keepAs(editor, (sql) => send(sql, update));
    assert.equal(again.is_sent, true, 'sending again finds its own date');
  });
});
