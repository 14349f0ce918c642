import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';
import { answeredRefusal } from '../../support/data/lists.ts';
import {
  buy,
  confirmOrder,
  defaultOptions,
  dutchAddress,
  findBrokenInvariants,
  line,
  quoteCart,
  sendOrder,
  type Purchase,
} from '../../support/data/orders.ts';
import { pay } from '../../support/data/group-buys.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

const asGuest = (purchase: Purchase) => database.keepAs(anonymous, (sql) => buy(sql, purchase));
const refusedGuest = (purchase: Purchase) => refusalOf(asGuest(purchase));

async function kit(quantity = 1) {
  const options = await defaultOptions(database.sql, 'BRAEFELL-KIT');
  return { ...(await line(database.sql, 'BRAEFELL-KIT', quantity)), options };
}

async function pool(sku: string) {
  const [row] = await database.sql<{ on_hand: number; allocated: number; id: string }[]>`
    select s.on_hand, s.allocated, s.id from public.stock_pools s
    join public.variants v on v.stock_pool_id = s.id where v.sku = ${sku}`;
  assert.ok(row);
  return row;
}

async function countRows(): Promise<string> {
  const [row] = await database.sql`
    select (select count(*) from public.order_records) as orders, (select count(*) from public.outbox) as mails,
      (select count(*) from private.holds) as holds, (select count(*) from private.order_keys) as keys,
      (select count(*) from public.stock_ledger) as ledger`;
  return JSON.stringify(row);
}

describe('place_order', () => {
  test('a guest buys from stock, ahead of a date and in a group buy, in one order', async () => {
    const before = await pool('TIDELINE-DAWN');
    const tallyman = await line(database.sql, 'TALLYMAN-KIT');
    const placed = await asGuest({
      lines: [
        await kit(),
        await line(database.sql, 'TIDELINE-DAWN', 2),
        { ...tallyman, options: await defaultOptions(database.sql, 'TALLYMAN-KIT') },
      ],
      email: 'guest@buyers.test',
    });
    assert.match(placed.order.number, /^KW-\d+$/);
    assert.deepEqual([placed.order.status, placed.replayed], ['awaiting_payment', false]);
    const after = await pool('TIDELINE-DAWN');
    assert.deepEqual([after.on_hand, after.allocated], [before.on_hand, before.allocated + 2]);
    const shipments = await database.sql<
      { ships_on: string | null; waits: boolean; known: string | null; meant: string | null }[]
    >`
      select s.ships_on::text, s.batch_id is not null as waits, s.eta_precision as known, b.eta_precision as meant
      from public.shipments s left join public.batches b on b.id = s.batch_id
      where s.order_id = ${placed.order.id} order by s.position`;
    assert.equal(shipments.length, 3);
    assert.deepEqual([shipments[0]?.ships_on, shipments[0]?.waits], [null, false]);
    const made = shipments.filter(({ waits }) => waits);
    assert.equal(made.length, 1);
    assert.notEqual(made[0]?.known, 'day');
    assert.equal(made[0]?.known, made[0]?.meant);
    const [mail] = await database.sql`
      select kind, recipient, payload ->> 'number' as number from public.outbox
      where dedupe_key = ${`order_placed:${placed.order.id}:placed`}`;
    assert.deepEqual(
      { ...mail },
      { kind: 'order_placed', recipient: 'guest@buyers.test', number: placed.order.number },
    );
  });

  test('the line keeps everything as it was bought', async () => {
    const placed = await asGuest({ lines: [await kit()] });
    const [before] =
      await database.sql`select title from public.products where url = 'braefell-65'`;
    await database.sql`update public.products set title = 'Renamed' where url = 'braefell-65'`;
    const [row] = await database.sql`
      select title, sku, jsonb_array_length(options) as options, unit_price_minor, tax_rate_basis_points, tax_included
      from public.order_lines where order_id = ${placed.order.id}`;
    await database.sql`update public.products set title = ${before?.['title']} where url = 'braefell-65'`;
    assert.deepEqual(
      { ...row },
      {
        title: before?.['title'],
        sku: 'BRAEFELL-KIT',
        options: 5,
        unit_price_minor: 36900,
        tax_rate_basis_points: 2100,
        tax_included: true,
      },
    );
  });

  test('a group buy counts its places apart until they are paid, and no stock', async () => {
    const count = async () => {
      const [row] = await database.sql<{ paid: number; waiting: number }[]>`
        select k.ordered_count as paid, k.waiting_count as waiting from public.batch_kits k join public.variants v on v.id = k.variant_id
        where v.sku = 'BRAEFELL-KIT'`;
      assert.ok(row);
      return row;
    };
    const { paid, waiting } = await count();
    const { order } = await asGuest({ lines: [await kit(2)] });
    assert.deepEqual({ ...(await count()) }, { paid, waiting: waiting + 2 });
    await pay(database.sql, { id: order.id, totalMinor: order.total_minor });
    assert.deepEqual({ ...(await count()) }, { paid: paid + 2, waiting });
  });

  test('the same key again gives the first answer, and twenty at once make one order', async () => {
    const key = randomUUID();
    const lines = [await line(database.sql, 'FOAM-60')];
    const quote = await quoteCart(database.sql, lines);
    const method =
      quote.shipping_methods.find(({ price_minor }) => price_minor !== null)?.id ?? null;
    const purchase = { key, lines, method, hash: quote.quote_hash, email: 'key@buyers.test' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        database.keepAs(anonymous, (sql) => sendOrder(sql, purchase)),
      ),
    );
    assert.equal(new Set(answers.map(({ order }) => order.id)).size, 1);
    assert.equal(new Set(answers.map(({ order }) => order.token)).size, 1);
    assert.equal(answers.filter(({ replayed }) => !replayed).length, 1);
  });

  test('the same key with another body is refused, and another account may use it', async () => {
    const key = randomUUID();
    const lines = [await line(database.sql, 'FOAM-60')];
    const first = await asGuest({ key, lines, email: 'one@buyers.test' });
    const refusal = await refusedGuest({ key, lines, email: 'two@buyers.test' });
    assert.deepEqual([refusal.code, refusal.reason], ['PT422', 'key_reused']);
    assert.deepEqual(refusal.details, { placed: first }, 'what was ordered is told');
    const placed = await database.keepAs(person('first'), (sql) => buy(sql, { key, lines }));
    assert.equal(placed.replayed, false);
  });

  test('a price that changed since the quote is refused with the new quote', async () => {
    const lines = [await line(database.sql, 'FOAM-65')];
    const quote = await quoteCart(database.sql, lines);
    await database.sql`update public.variants set price_minor = price_minor + 100 where sku = 'FOAM-65'`;
    const refusal = await refusedGuest({ lines, hash: quote.quote_hash });
    assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'quote_changed']);
    const fresh = refusal.details['quote'] as { subtotal_minor: number };
    assert.equal(fresh.subtotal_minor, quote.subtotal_minor + 100);
  });

  test('lines that share a pile are added up before they are compared with it', async () => {
    const free = (await pool('HUSH-10')).on_hand;
    const before = await countRows();
    const refusal = await refusedGuest({
      lines: [
        await line(database.sql, 'HUSH-70', Math.floor(free / 70)),
        await line(database.sql, 'HUSH-10', 1),
      ],
    });
    assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'out_of_stock']);
    assert.equal(await countRows(), before);
  });

  test('two buyers cannot both take the last one', async () => {
    const stock = await pool('REST-L');
    await database.sql`update public.stock_pools set on_hand = allocated + 1 where id = ${stock.id}`;
    const lines = [await line(database.sql, 'REST-L')];
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => asGuest({ lines })));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await pool('REST-L')).allocated, stock.allocated + 1);
  });

  test('an order that was not paid in time gives its goods to the next, swept or not', async () => {
    const lines = [await line(database.sql, 'REST-L')];
    const [held] = await database.sql<{ id: string }[]>`
      select order_id as id from private.holds h join public.variants v on v.stock_pool_id = h.pool_id
      where v.sku = 'REST-L' and h.state = 'held' limit 1`;
    assert.ok(held);
    assert.equal((await refusedGuest({ lines })).reason, 'out_of_stock');
    await database.sql`update public.order_records set pay_by = now() - interval '1 minute' where id = ${held.id}`;
    await database.sql`update private.holds set expires_at = now() - interval '1 minute' where order_id = ${held.id}`;
    assert.deepEqual((await quoteCart(database.sql, lines)).problems, []);
    await asGuest({ lines });
    const [old] =
      await database.sql`select status::text from public.order_records where id = ${held.id}`;
    assert.equal(old?.['status'], 'expired');
  });

  test('a customer gets no more than the limit, over all orders and at once', async () => {
    const lines = [await line(database.sql, 'CASE-INK')];
    await database.sql`update public.variants set max_per_customer = 2 where sku = 'CASE-INK'`;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        database.keepAs(person('second'), (sql) =>
          buy(sql, { lines, email: 'second@people.test' }),
        ),
      ),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 2);
    const again = database.keepAs(person('second'), (sql) =>
      buy(sql, { lines, email: 'elsewhere@buyers.test' }),
    );
    const refusal = await refusalOf(again);
    assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'over_limit']);
  });

  test('a code is used as often as it may be, however many try at once', async () => {
    await database.sql`
      insert into public.discount_codes (code, title, percent, most_uses) values ('ONLY-ONE', 'Once', 50, 1)`;
    const lines = [await line(database.sql, 'TOOL-SWPULL')];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, async () => {
        const { order } = await asGuest({ lines, code: 'only-one' });
        assert.equal(await confirmOrder(database.sql, order.id), null);
      }),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    const refusal = await refusedGuest({ lines, code: 'ONLY-ONE' });
    assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'code_used_up']);
  });

  test('an order belongs to who placed it: others read nothing of it', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(person('first'), (sql) =>
      buy(sql, { lines, email: 'first@people.test' }),
    );
    const read = (name: 'first' | 'second' | 'support' | 'owner' | 'editor') =>
      database.as(
        person(name),
        (sql) => sql`
        select email, address ->> 'name' as name from public.orders where id = ${order.id}`,
      );
    assert.deepEqual(
      [...(await read('first'))],
      [{ email: 'first@people.test', name: 'Ada Buyer' }],
    );
    assert.deepEqual([...(await read('second'))], []);
    assert.deepEqual([...(await read('editor'))], []);
    assert.deepEqual([...(await read('support'))], [{ email: 'f…@…', name: null }]);
    assert.deepEqual(
      [...(await read('owner'))],
      [{ email: 'first@people.test', name: 'Ada Buyer' }],
    );
    const [row] =
      await database.sql`select user_id from public.order_records where id = ${order.id}`;
    assert.equal(row?.['user_id'], personId('first'));
  });

  test('whatever is wrong is refused by name, and nothing is written', async () => {
    const good = await line(database.sql, 'FOAM-60');
    const draft = await line(database.sql, 'GANNET-KIT');
    const closed = await line(database.sql, 'LAMPWING-SHELL');
    const listed = await line(database.sql, 'SANDLING-PCB');
    const archived = await line(database.sql, 'QUOIN-KIT');
    const id = good.variant_id;
    const address = (change: object) => ({ ...dutchAddress, ...change });
    const cases: readonly (readonly [Partial<Purchase>, string, string])[] = [
      [{ lines: [] }, 'PT422', 'empty_cart'],
      [{ lines: null }, 'PT422', 'wrong_lines'],
      [{ lines: { variant_id: id } }, 'PT422', 'wrong_lines'],
      [{ lines: ['x'] }, 'PT422', 'wrong_lines'],
      [{ lines: Array.from({ length: 51 }, () => good) }, 'PT422', 'too_many_lines'],
      [{ lines: [{ ...good, quantity: 0 }] }, 'PT422', 'wrong_quantity'],
      [{ lines: [{ ...good, quantity: -1 }] }, 'PT422', 'wrong_quantity'],
      [{ lines: [{ ...good, quantity: 1.5 }] }, 'PT422', 'wrong_quantity'],
      [{ lines: [{ ...good, quantity: 1e9 }] }, 'PT422', 'wrong_quantity'],
      [{ lines: [{ ...good, quantity: '1' }] }, 'PT422', 'wrong_quantity'],
      [{ lines: [{ ...good, quantity: null }] }, 'PT422', 'wrong_quantity'],
      [{ lines: [{ quantity: 1 }] }, 'PT422', 'unknown_variant'],
      [{ lines: [{ variant_id: randomUUID(), quantity: 1 }] }, 'PT422', 'unknown_variant'],
      [{ lines: [{ variant_id: 'nonsense', quantity: 1 }] }, 'PT422', 'unknown_variant'],
      [{ lines: [draft] }, 'PT422', 'unknown_variant'],
      [{ lines: [closed] }, 'PT409', 'not_open'],
      [{ lines: [listed] }, 'PT409', 'needs_offer'],
      [{ lines: [archived] }, 'PT409', 'not_for_sale'],
      [{ lines: [{ ...good, options: [] }] }, 'PT422', 'wrong_options'],
      [{ lines: [{ ...good, options: { x: 'y' } }] }, 'PT422', 'unknown_option'],
      [{ lines: [{ ...(await kit()), options: {} }] }, 'PT422', 'option_missing'],
      [{ lines: [{ ...good, design_id: randomUUID() }] }, 'PT422', 'design_unknown'],
      [{ lines: [{ ...good, offer_id: randomUUID() }] }, 'PT409', 'unknown_offer'],
      [{ lines: [{ ...good, offer_id: 7 }] }, 'PT422', 'wrong_lines'],
      [{ email: 'nobody' }, 'PT422', 'wrong_email'],
      [{ email: `${'x'.repeat(260)}@a.test` }, 'PT422', 'wrong_email'],
      [{ address: null }, 'PT422', 'wrong_address'],
      [{ address: address({ country: 'XX' }) }, 'PT422', 'unknown_country'],
      [{ address: address({ postcode: 'nope' }) }, 'PT422', 'wrong_address'],
      [{ address: address({ name: 'x'.repeat(121) }) }, 'PT422', 'wrong_address'],
      [{ address: address({ country: 'BR' }) }, 'PT422', 'country_not_served'],
      [{ consents: {} }, 'PT422', 'consent_missing'],
      [{ lines: [await kit()], consents: { terms: true } }, 'PT422', 'consent_missing'],
      [{ payment: 'cash' }, 'PT422', 'wrong_payment'],
      [{ payment: 'stripe' }, 'PT422', 'wrong_payment'],
      [{ method: null }, 'PT422', 'shipping_method'],
      [{ method: randomUUID() }, 'PT422', 'shipping_method'],
      [{ code: 'SPRING20' }, 'PT409', 'code_over'],
      [{ code: 'x'.repeat(200) }, 'PT422', 'wrong_code'],
      [{ hash: 'nonsense' }, 'PT409', 'quote_changed'],
      [{ key: null }, 'PT422', 'key_missing'],
    ];
    const before = await countRows();
    for (const [change, code, reason] of cases) {
      const refusal = await refusedGuest({ lines: [good], ...change });
      assert.deepEqual([refusal.code, refusal.reason], [code, reason], JSON.stringify(change));
    }
    assert.equal(await countRows(), before);
  });

  test('codes that are guessed by placing orders are counted, and the right one is told no more', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const before = await countRows();
    const tryCode = (code: string) =>
      database.keepAs(anonymous, async (sql) =>
        answeredRefusal(sql, await sendOrder(sql, { lines, code })),
      );
    const unknown = { status: '422', reason: 'code_unknown' };
    for (let guess = 0; guess < 20; guess += 1) {
      assert.deepEqual(await tryCode(`GUESS-${guess}`), unknown);
    }
    assert.deepEqual(await tryCode('WELCOME10'), { status: '429', reason: 'code_limited' });
    assert.equal(await countRows(), before);
    await database.sql`delete from private.guesses`;
  });

  test('every wrong field of an address is told at once', async () => {
    const refusal = await refusedGuest({
      lines: [await line(database.sql, 'FOAM-60')],
      address: { country: 'NL', name: '', line1: '', city: '', postcode: '1' },
    });
    const fields = refusal.details['fields'] as Record<string, string>;
    assert.deepEqual(Object.keys(fields).toSorted(), ['city', 'line1', 'name', 'postcode']);
  });

  test('a cart that came as a JSON string is the same cart', async () => {
    const lines = JSON.stringify([await line(database.sql, 'FOAM-60')]);
    const placed = await asGuest({ lines });
    assert.equal(placed.order.status, 'awaiting_payment');
  });
});

describe('a gift', () => {
  const gift = (note: unknown) => ({ ...dutchAddress, gift_note: note });
  const placeGift = async (note: unknown) =>
    asGuest({
      lines: [await line(database.sql, 'CASE-MOSS')],
      email: `${randomUUID()}@buyers.test`,
      address: gift(note),
    });
  const noteSeenBy = async (name: Parameters<typeof person>[0], id: string) =>
    (
      await database.as(
        person(name),
        (sql) => sql`select gift_note from public.orders where id = ${id}`,
      )
    )[0]?.['gift_note'];

  test('keeps its note with the order, for who packs it and not for support', async () => {
    const { order } = await placeGift('  For Mum.\r\nHappy birthday!\n');
    assert.equal(await noteSeenBy('fulfilment', order.id), 'For Mum.\nHappy birthday!');
    assert.equal(await noteSeenBy('support', order.id), null);
    const [contact] = await database.sql`
      select address ? 'gift_note' as is_address from private.order_contacts where order_id = ${order.id}`;
    assert.equal(contact?.['is_address'], false);
  });

  test('needs no note, and an order that is none has none', async () => {
    assert.equal(await noteSeenBy('owner', (await placeGift('')).order.id), '');
    assert.equal(await noteSeenBy('owner', (await placeGift(null)).order.id), null);
  });

  test('is refused with a note that is too long, or none at all', async () => {
    for (const note of ['x'.repeat(301), 'a\u0007b', 5, ['x'], { text: 'x' }]) {
      const refused = await refusalOf(placeGift(note));
      assert.equal(refused.reason, 'wrong_address');
      assert.deepEqual(Object.keys(refused.details['fields'] as object), ['gift_note']);
    }
    assert.ok((await placeGift('🎁'.repeat(300))).order.id);
  });

  test('with another note is another request', async () => {
    const same = {
      lines: [await line(database.sql, 'CASE-MOSS')],
      email: 'gift-twice@buyers.test',
      key: randomUUID(),
    };
    await asGuest({ ...same, address: gift('One') });
    assert.equal((await refusedGuest({ ...same, address: gift('Two') })).reason, 'key_reused');
  });
});
