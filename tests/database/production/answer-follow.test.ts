import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { openTestDatabase } from '../../support/database.ts';
import { answer, follow, followByMail, productId, secretOf } from '../../support/data/follows.ts';

const database = openTestDatabase();
const email = 'reader@mailbox.test';

describe('answer_follow', () => {
  beforeEach(async () => {
    await database.sql`delete from private.guesses`;
    await database.sql`delete from private.follows`;
  });

  const isFollowing = async () => {
    const [row] = await database.sql<{ is: boolean }[]>`
      select confirmed_at is not null and ended_at is null as is from private.follows where email = ${email}`;
    return row?.is;
  };

  test('confirms and ends one wish by the secret of its mail, however often it is pressed', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    await follow(database, { product, email });
    assert.equal(await isFollowing(), false, 'nothing comes before the mailbox has said yes');
    const secret = await secretOf(database.sql, email);
    for (let time = 0; time < 2; time += 1) {
      const said = await answer(database, secret, true);
      assert.deepEqual([said['is_followed'], said['product_title']], [true, 'Saltmarsh']);
      assert.equal(said['follow_secret'], undefined);
      assert.equal(await isFollowing(), true);
    }
    for (let time = 0; time < 2; time += 1) {
      assert.equal((await answer(database, secret, false))['is_followed'], false);
      assert.equal(await isFollowing(), false);
    }
    await answer(database, secret, true);
    assert.equal(await isFollowing(), true, 'and it can be taken back');
  });

  test('leaves what another asks for in one’s name as it was', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    const secret = await followByMail(database, email, product);
    await follow(database, { product, email });
    assert.equal(await isFollowing(), true);
    await answer(database, secret, false);
    await follow(database, { product, email });
    assert.equal(await isFollowing(), false);
  });

  test('is the same for every wrong secret, and ends guessing', async () => {
    const wrong = [
      '',
      'x',
      null,
      '00000000-0000-4000-8000-00000000dead',
      'y'.repeat(100_000),
      "' or 1=1",
    ];
    const answers = new Set<string>();
    for (const secret of wrong) answers.add(JSON.stringify(await answer(database, secret, true)));
    assert.equal(answers.size, 1);
    assert.match([...answers].join(), /"unknown_link".*"404"/);
    for (let time = 0; time < 14; time += 1) await answer(database, 'x', false);
    const product = await productId(database.sql, 'saltmarsh');
    await follow(database, { product, email });
    const limited = await answer(database, await secretOf(database.sql, email), true);
    assert.deepEqual([limited['reason'], limited['status']], ['too_many_tries', '429']);
    assert.equal(await isFollowing(), false);
  });
});
