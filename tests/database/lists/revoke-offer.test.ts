import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestDatabase, person } from '../../support/database.ts';
import {
  accept,
  answeredRefusal,
  enterAll,
  makeEntrants,
  makeList,
  makeOrder,
  offerNext,
  revoke,
} from '../../support/data/lists.ts';

const database = openTestDatabase();
const owner = person('owner');

async function offerOfTwo() {
  const list = await makeList(database.sql, { kind: 'waiting_list', editions: [null] });
  const people = await makeEntrants(database.sql, 2);
  await enterAll(database.keepAs, list.id, people);
  const { offers } = await database.keepAs(owner, (sql) => offerNext(sql, list.id, 1));
  const [one, two] = people;
  const [offer] = offers;
  assert.ok(one && two && offer);
  return { list, one, two, offer };
}

const holder = async (list: string) => {
  const rows = await database.sql<{ user_id: string }[]>`
    select user_id from private.live_offers(${list}, clock_timestamp())`;
  return rows.map(({ user_id }) => user_id);
};

describe('revoke_offer', () => {
  test('takes it back with a reason, gives it to the next, and does not ask that person again', async () => {
    const { list, two, offer } = await offerOfTwo();
    const revoked = await database.keepAs(owner, (sql) => revoke(sql, offer.id, 'Asked to'));
    assert.equal(revoked.status, 'revoked');
    assert.deepEqual(await holder(list.id), [two.id]);
    await database.keepAs(owner, (sql) => offerNext(sql, list.id, 1));
    assert.deepEqual(await holder(list.id), [two.id]);
  });

  test('takes back what lies in a cart, and not what is ordered', async () => {
    const { one, offer } = await offerOfTwo();
    await database.keepAs(one.caller, (sql) => accept(sql, offer.id));
    await database.sql`update public.offers set order_id = ${await makeOrder(database.sql, one.id)} where id = ${offer.id}`;
    const refusal = await database.keepAs(owner, async (sql) =>
      answeredRefusal(sql, await revoke(sql, offer.id, 'Too late')),
    );
    assert.deepEqual(refusal, { status: '409', reason: 'offer_over' });
    await database.sql`update public.offers set order_id = null where id = ${offer.id}`;
    const revoked = await database.keepAs(owner, (sql) => revoke(sql, offer.id, 'In time'));
    assert.equal(revoked.status, 'revoked');
  });

  test('whoever saw another time takes nothing back', async () => {
    const { offer } = await offerOfTwo();
    const revokeSeen = (until: string) =>
      database.keepAs(owner, async (sql) => {
        const [row] = await sql<{ answer: unknown }[]>`
          select public.revoke_offer(${offer.id}, 'Asked to', ${until}) as answer`;
        return answeredRefusal(sql, row?.answer);
      });
    assert.deepEqual(await revokeSeen('2031-01-01T00:00:00Z'), {
      status: '409',
      reason: 'changed_meanwhile',
    });
    assert.equal((await revokeSeen(offer.expires_at)).reason, '');
  });

  test('needs a reason, an offer and the owner', async () => {
    const { offer } = await offerOfTwo();
    const tries = [
      [owner, offer.id, ' ', 'reason_missing'],
      [owner, '00000000-0000-4000-8000-00000000dead', 'Why', 'unknown_offer'],
      [person('support'), offer.id, 'Why', 'not_allowed'],
    ] as const;
    for (const [caller, id, why, reason] of tries) {
      const refusal = await database.keepAs(caller, async (sql) =>
        answeredRefusal(sql, await revoke(sql, id, why)),
      );
      assert.equal(refusal.reason, reason);
    }
  });
});
