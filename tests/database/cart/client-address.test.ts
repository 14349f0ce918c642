import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous, openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

const addressBy = (headers: Readonly<Record<string, string>>) =>
  database.as(anonymous, async (sql) => {
    await sql`reset role`;
    await sql`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;
    const [row] = await sql<{ address: string | null }[]>`
      select private.client_address() as address`;
    return row?.address;
  });

test('a request comes from where the platform heard it, not from where its sender says', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.4' };
  assert.equal(
    await addressBy({ ...forwarded, 'cf-connecting-ip': '198.51.100.4' }),
    '198.51.100.4',
  );
  assert.equal(await addressBy(forwarded), '203.0.113.9');
  assert.equal(await addressBy({}), null);
});

test('the addresses of one connection of IPv6 are one, and what is none stays as it came', async () => {
  const by = (address: string) => addressBy({ 'cf-connecting-ip': address });
  assert.equal(await by('2001:db8:1:2:3:4:5:6'), await by('2001:db8:1:2::9'));
  assert.notEqual(await by('2001:db8:1:2::9'), await by('2001:db8:1:3::9'));
  assert.equal(await by('::ffff:203.0.113.9'), '203.0.113.9');
  assert.equal(await by('not:an:address'), 'not:an:address');
});
