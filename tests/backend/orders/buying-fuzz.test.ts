/* The short form runs with every test; KEYWRIGHT_LONG=1 (npm run test:long) sends two thousand bodies to each. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { databaseValueTypes } from '../../../scripts/local-supabase/database-values.ts';
import { asSomeone, call, inParallel, place, prepareOrder } from '../../support/data/buyers.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';
import { dutchAddress, findBrokenInvariants, line } from '../../support/data/orders.ts';

const bodies = process.env['KEYWRIGHT_LONG'] === '1' ? 2000 : 30;

let backend: TestBackend;
let sql: Sql;
const keys: Record<string, string> = {};
/** Ids that exist, so that not every call ends at the first door. */
let known: {
  readonly order: string;
  readonly line: string;
  readonly variant: string;
  readonly shipment: string;
};

async function signIn(email: string): Promise<string> {
  const response = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Keywright-demo-1' }),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  assert.ok(token, `${email} can't sign in`);
  return token;
}

before(async () => {
  backend = await startTestBackend();
  sql = postgres(backend.databaseUrl, {
    max: 4,
    onnotice() {},
    types: databaseValueTypes,
  }) as unknown as Sql;
  keys['anonymous'] = backend.publishableKey;
  keys['shopper'] = await signIn('shopper@keywright.test');
  keys['owner'] = await signIn('owner@keywright.test');
  const cart = [await line(sql, 'FOAM-60')];
  const placed = await place(backend, asSomeone(await prepareOrder(backend, cart)));
  assert.equal(placed.status, 200);
  const [row] = await sql<{ line: string; shipment: string }[]>`
    select l.id as line, l.shipment_id as shipment from public.order_lines l where l.order_id = ${placed.body.order.id}`;
  assert.ok(row);
  known = { order: placed.body.order.id, variant: String(cart[0]?.variant_id), ...row };
});
after(async () => {
  await sql.end();
  await backend.stop();
});

/** The same bodies in every run. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const odd = (dice: (sides: number) => number): unknown => {
  const values: readonly unknown[] = [
    null,
    '',
    ' ',
    0,
    -1,
    1,
    0.5,
    1e9,
    2 ** 53,
    -(2 ** 31),
    true,
    [],
    {},
    [[]],
    [null],
    [{}],
    'x',
    'x'.repeat(5000),
    '\u0000'.slice(1),
    "'; drop table public.orders; --",
    '💥'.repeat(100),
    '{"a":1}',
    '[1',
    'null',
    'KW-10001',
    'NL',
    'XX',
    'demo',
    'invoice',
    'paid',
    'EUR',
    'WELCOME10',
    'not-a-uuid',
    known.order,
    known.line,
    known.variant,
    known.shipment,
    randomUUID(),
    [known.order],
    [known.order, known.order, randomUUID()],
    [[known.order]],
    [{ variant_id: known.variant, quantity: 1 }],
    [{ variant_id: known.variant, quantity: -1 }],
    [{ variant_id: known.variant, quantity: 1e308 }],
    [{ variant_id: known.variant, quantity: 1, options: { a: { b: 1 } } }],
    [{ line_id: known.line, quantity: 1 }],
    [{ line_id: known.line, quantity: 1e30 }],
    [{ shipment_id: known.shipment, tracking_url: 'https://x.example' }],
    [{ shipment_id: known.shipment, package_id: { id: 7 } }],
    [{ shipment_id: 7 }],
    Array.from({ length: 600 }, () => ({ variant_id: known.variant, quantity: 1 })),
    dutchAddress,
    { ...dutchAddress, name: 7 },
    { ...dutchAddress, country: {} },
    { terms: true, group_buy: true },
    { terms: 'yes' },
  ];
  return values[dice(values.length)];
};

const functions: Readonly<Record<string, readonly string[]>> = {
  quote_cart: ['p_lines', 'p_country', 'p_code', 'p_shipping_method'],
  place_order: [
    'p_key',
    'p_lines',
    'p_email',
    'p_address',
    'p_shipping_method',
    'p_code',
    'p_consents',
    'p_quote_hash',
    'p_payment',
  ],
  cancel_order: ['p_order', 'p_reason', 'p_token'],
  find_order: ['p_number', 'p_email'],
  open_order: ['p_number', 'p_token'],
  begin_payment: ['p_order', 'p_token', 'p_provider'],
  agree_to_order: ['p_order', 'p_consents', 'p_token'],
  change_order_address: ['p_order', 'p_address', 'p_token'],
  change_order_options: ['p_line', 'p_options', 'p_token'],
  claim_guest_orders: [],
  transition_orders: ['p_orders', 'p_to', 'p_reason', 'p_from', 'p_despite_due'],
  record_payment: [
    'p_order',
    'p_amount_minor',
    'p_reference',
    'p_note',
    'p_captured_so_far',
    'p_key',
  ],
  refund_order: ['p_order', 'p_amount_minor', 'p_lines', 'p_reason', 'p_refunded_so_far'],
  ship_parcels: ['p_parcels'],
  add_order_note: ['p_order', 'p_text', 'p_key'],
  adjust_stock: ['p_pool', 'p_delta', 'p_expected', 'p_reason'],
  apply_payment_event: [
    'p_provider',
    'p_event_id',
    'p_kind',
    'p_order',
    'p_reference',
    'p_amount_minor',
    'p_currency',
  ],
  claim_mails: ['p_limit'],
  mail_sent: ['p_id'],
  mail_failed: ['p_id', 'p_error'],
};

describe('whatever is sent to the functions of buying', () => {
  for (const [name, names] of Object.entries(functions)) {
    test(`${name} answers soon and is never broken by it`, async () => {
      const dice = createDice(name.length * 31);
      const count = names.length === 0 ? 3 : bodies;
      const sent = Array.from({ length: count }, (_, index) => ({
        role: ['anonymous', 'shopper', 'owner'][index % 3] ?? 'anonymous',
        body: Object.fromEntries(
          names.flatMap((each) => (dice(8) === 0 ? [] : [[each, odd(dice)]])),
        ),
      }));
      await inParallel(count, 4, async (index) => {
        const { role, body } = sent[index] ?? { role: 'anonymous', body: {} };
        const answer = await call(backend, name, body, keys[role]);
        const said = `${role} ${JSON.stringify(body).slice(0, 400)}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`;
        // What takes longer than the role's statement_timeout is stopped, which is a 500 too.
        assert.ok(answer.status < 500, said);
      });
      assert.deepEqual(await findBrokenInvariants(sql), []);
    });
  }

  test('notices a function that breaks', async () => {
    await sql.unsafe(`create or replace function private.find_order(p_number text, p_email text) returns jsonb
      language plpgsql security definer set search_path = '' as $$ begin return 1 / length(coalesce(p_number, '')); end $$`);
    const answer = await call(backend, 'find_order', { p_number: '', p_email: '' });
    assert.ok(answer.status >= 400 && answer.reason === '');
  });
});
