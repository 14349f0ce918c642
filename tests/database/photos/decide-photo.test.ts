import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';
import {
  decidePhoto,
  putFile,
  rowOf,
  sentPhoto,
  shownPhoto,
} from '../../support/data/customer-photos.ts';

const database = openTestDatabase();
const editor = person('editor');
const alt = 'A silver knob on a grey board';

const seen = (id: string, caller = anonymous) =>
  database.as(caller, async (sql) => {
    const [row] = await sql`select * from public.shown_photos where id = ${id}`;
    return row && { ...row };
  });

const waitingChanges = (since: Date, id: string) =>
  database.as(editor, async (sql) => {
    const [answered] = await sql<{ answer: { changes: { row_id: string; kind: string }[] } }[]>`
      select public.waiting_changes(${since}) as answer`;
    return answered?.answer.changes.filter(({ row_id: row }) => row === id) ?? [];
  });

const digest = () =>
  database.as(anonymous, async (sql) => {
    const [row] = await sql`select public.content_digests() ->> 'shown_photos' as word`;
    return row?.['word'];
  });

describe('decide_photo', () => {
  test('nobody sees a photo before it is shown, and then nobody learns whose it is', async () => {
    const { id, path, productId } = await sentPhoto(database, { note: 'Brass', name: 'Ada' });
    assert.equal(await seen(id), undefined);
    assert.equal(await seen(id, editor), undefined);
    await putFile(database, 'customer-photos', path);
    const { status } = await decidePhoto(database, editor, id, 'shown', ` ${alt} `);
    assert.equal(status, 'shown');
    const photo = await seen(id);
    assert.deepEqual(
      [photo?.['product_id'], photo?.['note'], photo?.['name'], photo?.['alt']],
      [productId, 'Brass', 'Ada', alt],
    );
    for (const hidden of ['user_id', 'order_line_id', 'reason'])
      assert.ok(!(hidden in (photo ?? {})));
  });

  test('is for owners and editors alone', async () => {
    const { id, path } = await sentPhoto(database);
    await putFile(database, 'customer-photos', path);
    for (const name of ['first', 'second', 'former', 'support', 'fulfilment'] as const) {
      const tried = decidePhoto(database, person(name), id, 'shown', alt);
      assert.equal((await refusalOf(tried)).reason, 'not_allowed', name);
    }
    for (const caller of [anonymous, service]) {
      assert.equal(
        (await refusalOf(decidePhoto(database, caller, id, 'shown', alt))).code,
        '42501',
      );
    }
    assert.equal((await rowOf(database, id))?.status, 'waiting');
    await decidePhoto(database, person('owner'), id, 'shown', alt);
  });

  test('shows with an alt text and a file alone, and declines with a reason alone', async () => {
    const { id, path } = await sentPhoto(database);
    const reasonOf = async (to: string, words: string) =>
      (await refusalOf(decidePhoto(database, editor, id, to, words))).reason;
    assert.equal(await reasonOf('shown', alt), 'photo_missing');
    await putFile(database, 'customer-photos', path);
    assert.equal(await reasonOf('shown', '  '), 'alt_missing');
    assert.equal(await reasonOf('shown', 'x'.repeat(301)), 'alt_missing');
    assert.equal(await reasonOf('declined', 'no'), 'reason_missing');
    for (const to of ['removed', 'sending', '', 'SHOWN'])
      assert.equal(await reasonOf(to, alt), 'wrong_step', to);
  });

  test('of two who decide at once the second is told', async () => {
    const { id, path } = await sentPhoto(database);
    await putFile(database, 'customer-photos', path);
    const version = (await rowOf(database, id))?.version;
    const answers = await Promise.allSettled([
      decidePhoto(database, editor, id, 'shown', alt, version),
      decidePhoto(database, person('owner'), id, 'declined', 'Too dark', version),
    ]);
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
    const isShown = (await rowOf(database, id))?.status === 'shown';
    assert.equal((await seen(id)) !== undefined, isShown);
  });

  test('each step has a way back, and pages hear of each', async () => {
    const since = new Date(Date.now() - 1000);
    const { id } = await shownPhoto(database);
    const before = await digest();
    assert.deepEqual(
      (await waitingChanges(since, id)).map(({ kind }) => kind),
      ['new'],
    );
    await decidePhoto(database, editor, id, 'shown', 'Another text');
    assert.equal((await seen(id))?.['alt'], 'Another text');
    assert.notEqual(await digest(), before);
    const published = new Date();
    await decidePhoto(database, editor, id, 'declined', 'The label shows an address');
    assert.equal(await seen(id), undefined);
    assert.deepEqual(
      (await waitingChanges(published, id)).map(({ kind }) => kind),
      ['gone'],
    );
    await decidePhoto(database, editor, id, 'shown', alt);
    assert.deepEqual(
      (await waitingChanges(published, id)).map(({ kind }) => kind),
      ['changed'],
    );
    await decidePhoto(database, editor, id, 'waiting', '');
    assert.equal(await seen(id), undefined);
  });

  test('what is declined is on record, with who did it and why', async () => {
    const { id } = await sentPhoto(database);
    await decidePhoto(database, editor, id, 'declined', 'Too dark to see anything');
    const [row] = await database.sql`
      select actor_role, after from public.audit_log where table_name = 'customer_photos' and row_id = ${id}`;
    assert.equal(row?.['actor_role'], 'editor');
    assert.deepEqual(row?.['after'], { status: 'declined', reason: 'Too dark to see anything' });
  });
});
