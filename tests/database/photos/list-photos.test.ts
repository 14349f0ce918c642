import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  boughtKnob,
  decidePhoto,
  sentPhoto,
  type Sent,
} from '../../support/data/customer-photos.ts';

const database = openTestDatabase();

const list = (
  status: string,
  after: { sent_at: Date; id: string } | null = null,
  caller = person('editor'),
) =>
  database.as(
    caller,
    (sql) => sql<{ id: string; sent_at: Date; product: string; choice: string }[]>`
      select * from public.list_photos(${status}, ${after?.sent_at ?? null}, ${after?.id ?? null}, 2)`,
  );

describe('list_photos', () => {
  test('gives what waits longest first, a page after the other, and whose it is not', async () => {
    const item = await boughtKnob(database);
    const sent: Sent[] = [];
    for (let at = 0; at < 3; at += 1) sent.push(await sentPhoto(database, {}, item));
    const page = await list('waiting');
    assert.deepEqual(
      page.map(({ id }) => id),
      sent.slice(0, 2).map(({ id }) => id),
    );
    const [, last] = page;
    assert.ok(last);
    assert.ok(last.product.length > 0);
    assert.ok(!('user_id' in last));
    assert.deepEqual(
      (await list('waiting', last)).map(({ id }) => id),
      [sent[2]?.id],
    );
    for (const { id } of sent)
      await decidePhoto(database, person('editor'), id, 'declined', 'Too dark');
    const declined = await list('declined');
    assert.deepEqual(
      declined.map(({ id }) => id),
      [sent[2]?.id, sent[1]?.id],
    );
    assert.equal((await list('removed')).length, 0);
    assert.equal((await list('sending')).length, 0);
  });

  test('is for owners and editors alone', async () => {
    for (const name of ['first', 'former', 'support', 'fulfilment'] as const)
      assert.equal(
        (await refusalOf(list('waiting', null, person(name)))).reason,
        'not_allowed',
        name,
      );
    assert.equal((await refusalOf(list('waiting', null, anonymous))).code, '42501');
    await list('waiting', null, person('owner'));
  });
});
