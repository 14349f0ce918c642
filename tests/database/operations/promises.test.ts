/** What is published and what is done hang on one number: it is changed here, and both have to follow. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { buy, line, recordPayment } from '../../support/data/orders.ts';
import { askReturn, readWaysBack } from '../../support/data/returns.ts';

const database = openTestDatabase();

const set = (key: string, value: number) =>
  database.sql`update public.settings set value = ${value} where key = ${key}`;

async function arrived(): Promise<{ readonly id: string; readonly line: string }> {
  const lines = [await line(database.sql, 'KNOB-SILVER')];
  const { order } = await database.keepAs(person('first'), (sql) =>
    buy(sql, { lines, email: 'first@people.test' }),
  );
  await database.keepAs(person('owner'), async (sql) => {
    await recordPayment(sql, order.id);
    for (const to of ['ready_to_ship', 'shipped', 'delivered'])
      await sql`select public.transition_orders(array[${order.id}]::uuid[], ${to})`;
  });
  const [row] = await database.sql<{ id: string }[]>`
    select id from public.order_lines where order_id = ${order.id}`;
  return { id: order.id, line: row?.id ?? '' };
}

const arrivedBefore = (order: string, ago: string) =>
  database.sql`
    update public.shipments set delivered_at = now() - ${ago}::interval where order_id = ${order}`;

describe('a number of the settings is kept as it is published', () => {
  test('what the terms say of cancelling is what the settings say, whatever they are', async () => {
    await set('percent_refund_before_closing', 95);
    await set('percent_refund_before_production', 70);
    await set('percent_refund_in_production', 20);
    await set('months_delay_full_refund', 2);
    const wayAt = async (batch: string) => {
      const [row] = await database.sql<{ way: string; percent: number }[]>`
        select w.way, w.percent
        from public.batches b, jsonb_populate_record(b, ${batch}::text::jsonb) x,
          private.way_out_of_batch(x) w where b.code = 'BRAEFELL-R1'`;
      return row && [row.way, row.percent];
    };
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const batch = (stage: string, closes: number, eta: number) =>
      JSON.stringify({
        stage,
        opens_at: day(-90),
        closes_at: day(closes),
        cancel_until: null,
        original_eta: day(eta).slice(0, 10),
        eta_precision: 'day',
      });
    assert.deepEqual(await wayAt(batch('open', 9, 90)), ['before_closing', 95]);
    assert.deepEqual(await wayAt(batch('closed', -9, 90)), ['before_production', 70]);
    assert.deepEqual(await wayAt(batch('in_production', -9, 90)), ['in_production', 20]);
    assert.deepEqual(await wayAt(batch('in_production', -9, -50)), ['in_production', 20]);
    assert.deepEqual(await wayAt(batch('in_production', -9, -70)), ['late', 100]);
  });

  test('goods can be returned for as many days as the setting says', async () => {
    await set('days_to_return', 30);
    const order = await arrived();
    const wayAfter = async (ago: string) => {
      await arrivedBefore(order.id, ago);
      return (await readWaysBack(database, person('first'), order.id)).lines[0]?.way;
    };
    assert.equal(await wayAfter('29 days'), 'withdrawal');
    assert.equal(await wayAfter('31 days'), 'too_late');
  });

  test('a fault can be reported for as many months as the setting says', async () => {
    await set('months_of_warranty', 3);
    const order = await arrived();
    const lines = [{ line_id: order.line, quantity: 1 }];
    const report = () =>
      askReturn(database, person('first'), order.id, { kind: 'fault', lines, reason: 'It broke' });
    await arrivedBefore(order.id, '4 months');
    assert.equal((await refusalOf(report())).reason, 'no_right');
    await arrivedBefore(order.id, '2 months');
    await report();
  });

  test('an order is held for as long as the settings say', async () => {
    await set('hours_to_pay', 5);
    await set('minutes_to_confirm', 7);
    const lines = [await line(database.sql, 'KNOB-SILVER')];
    const minutesOf = async (order: string) => {
      const [row] = await database.sql<{ minutes: number }[]>`
        select round(extract(epoch from pay_by - now()) / 60)::int as minutes
        from public.order_records where id = ${order}`;
      return row?.minutes;
    };
    const guest = await database.keepAs(anonymous, (sql) =>
      buy(sql, { lines, email: 'held@guests.test' }),
    );
    assert.equal(await minutesOf(guest.order.id), 7);
    const account = await database.keepAs(person('first'), (sql) =>
      buy(sql, { lines, email: 'first@people.test' }),
    );
    assert.equal(await minutesOf(account.order.id), 300);
  });
});

describe('a text says what is done', () => {
  /** What of the privacy notice is which rule of the sweep. */
  const kept: Readonly<Record<string, string>> = {
    'payments to our bank account that are for no order': 'bank entries',
    'our e-mails to you': 'mails',
    'single events of visit statistics': 'visits',
    'e-mail addresses that never confirmed what they follow': 'unconfirmed follows',
    'e-mail addresses that no longer follow anything': 'ended follows',
    'designs of guests that are not public and not ordered': 'designs of guests',
    'wrong codes and order numbers typed': 'wrong guesses',
    'who on our staff changed what': 'audit log',
  };

  test('the privacy notice and the sweep name the same times', async () => {
    const [notice] = await database.sql<{ body: string }[]>`
      select s.body from public.legal_sections s join public.legal_versions v on v.id = s.version_id
      where v.document = 'privacy' and s.code = 'how-long'`;
    const rows = [...(notice?.body ?? '').matchAll(/^\| (.+?) \| (\d+ (?:days?|years?))\b/gm)];
    const rules = await database.sql<{ name: string; same: boolean }[]>`
      select r.name, r.keeps = x.said::interval as same
      from private.retention r
      join unnest(${rows.map(([, what]) => kept[what ?? ''] ?? '')}::text[], ${rows.map(([, , time]) => time ?? '')}::text[])
        as x (name, said) using (name)`;
    assert.equal(rows.length, Object.keys(kept).length);
    assert.deepEqual(
      rules.map(({ name, same }) => [name, same]).toSorted(),
      Object.values(kept)
        .map((name) => [name, true])
        .toSorted(),
    );
  });

  test('refunds are due before the law wants them', async () => {
    const [row] = await database.sql<{ days: number; said: boolean }[]>`
      select (select value from public.settings where key = 'days_to_refund') as days,
        exists (select from public.legal_sections s where s.plain like '%within 14 days.%') as said`;
    assert.ok(row?.said === true && row.days <= 14);
  });

  test('the notes about customs name the limits up to which the shop collects tax', async () => {
    const rows = await database.sql<{ code: string; name: string; note: string }[]>`
      select c.code, r.name, c.duties_note as note
      from public.tax_registrations r join public.countries c on c.code = r.country_code
      where r.limit_minor is not null order by c.code`;
    assert.deepEqual(
      rows.map(({ code }) => code),
      ['AU', 'GB', 'NO', 'NZ', 'SG'],
    );
    for (const { code, name, note } of rows) {
      const limit = /up to (.+)$/.exec(name)?.[1];
      if (limit !== undefined) assert.ok(note.includes(limit), `${code}: ${name}, and ${note}`);
    }
  });
});
