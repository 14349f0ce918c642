import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findAdvice, findSchemaFaults } from '../../../scripts/check-schema.ts';
import { missingTwins } from '../../../scripts/rpc-twins.ts';
import { schemaRules } from '../../../scripts/schema-rules.ts';
import { rolledBack, service, openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

const table = (columns: string) => `
  create table public.planted (id int primary key, ${columns});
  comment on table public.planted is 'x';
  alter table public.planted enable row level security;`;
const procedure = (head: string, body = 'select 1', comment = 'x') => `
  create function ${head} returns int language sql set search_path = '' as $$ ${body} $$;
  revoke execute on function ${head} from public;
  comment on function ${head} is '${comment}';`;

/** What each rule exists for, done on purpose. */
const plants: Readonly<Record<string, readonly string[]>> = {
  'row-security': [
    'alter table public.products disable row level security',
    'create table private.planted (id int)',
  ],
  'exposed-kinds': [
    'alter view public.availability set (security_invoker = false)',
    'create materialized view public.planted as select 1 as one',
  ],
  'blanket-grants': [
    'grant select on public.products to public',
    'grant execute on function public.my_staff_role() to public',
    'grant usage on schema private to public',
    'grant select (id) on public.stock_pools to public',
  ],
  'column-grants': [
    'grant update on public.products to authenticated',
    'grant truncate on public.products to authenticated',
    'grant all on public.updates to authenticated',
  ],
  'anonymous-writes': [
    'grant insert (url) on public.products to anon',
    'grant delete on public.products to anon',
  ],
  'view-writes': ['grant update on public.availability to service_role'],
  'private-tables': [
    'grant select on private.staff to authenticated',
    'grant select (cost_minor) on private.product_costs to service_role',
  ],
  'exposed-definers': ['alter function public.my_staff_role() security definer'],
  'search-path': [
    'alter function private.setting(text) reset search_path',
    'alter function private.setting(text) set search_path = public',
  ],
  'definer-reason': [`comment on function private.setting(text) is 'Reads a number.'`],
  'raised-codes': [
    `create function private.planted() returns void language plpgsql set search_path = '' as
     $$ begin raise exception 'no code'; end $$`,
  ],
  'guarded-changes': [
    procedure('private.planted()', 'update public.makers set version = 1; select 1'),
    procedure('private.planted()', 'delete from private.holds; select 1'),
    procedure('private.planted()', 'update public.makers m set version = 1 returning 1'),
  ],
  'foreign-key-indexes': [
    'drop index public.products_maker_idx',
    'alter table public.product_facts add column other uuid references public.products (id)',
  ],
  'policy-names': [
    'alter policy "Everyone reads makers" on public.makers rename to makers_select',
    `create policy "Planted for all verbs" on public.settings for all to authenticated using (false)`,
    `create policy "Planted so long that the database keeps only a part of what its name is to say" on public.outbox
       for delete to authenticated using (false)`,
  ],
  'policy-roles': [
    `create policy "Planted for nobody in particular" on public.outbox for delete using (false)`,
  ],
  'policy-checks': [
    `create policy "Planted without a check" on public.outbox for update to authenticated using (true)`,
  ],
  'policy-calls': [
    `create policy "Planted with a bare call" on public.outbox for delete to authenticated
     using (user_id = auth.uid())`,
    `create policy "Planted with a bare right" on public.outbox for delete to authenticated
     using (private.is_staff('owner'))`,
  ],
  'policy-overlap': [
    `create policy "Planted beside another" on public.products for select to anon using (false)`,
  ],
  'policy-indexes': ['drop index public.addresses_user_idx'],
  comments: [
    'comment on table public.products is null',
    'comment on function private.setting(text) is null',
    'comment on type public.batch_stage is null',
    'comment on view public.availability is null',
  ],
  units: [
    'alter table public.products add column cost_minor numeric',
    'alter table public.makers add column fee_minor int',
    'alter table public.makers add column since timestamp',
  ],
  'bounded-json': ['alter table public.makers add column anything jsonb'],
  'realtime-tables': [
    'alter publication supabase_realtime add table public.addresses',
    'alter publication supabase_realtime drop table public.order_events',
  ],
};

async function rulesBrokenBy(statement: string): Promise<readonly string[]> {
  return rolledBack(database.sql, service, async (sql) => {
    await sql`reset role`;
    await sql.unsafe(statement);
    return (await findSchemaFaults(sql)).map(({ rule }) => rule);
  });
}

describe('the rules of the schema', () => {
  test('hold', async () => {
    assert.deepEqual(await findSchemaFaults(database.sql), []);
  });

  for (const { name, demands } of schemaRules) {
    test(`notice when it no longer holds that ${demands}`, async () => {
      const statements = plants[name] ?? [];
      assert.ok(statements.length > 0, `${name} has no planted fault`);
      for (const statement of statements) {
        const broken = await rulesBrokenBy(statement);
        assert.ok(broken.includes(name), `unnoticed: ${statement}`);
      }
    });
  }

  test('accept a table and a function that keep them', async () => {
    const statement = `${table('at timestamptz')} comment on column public.planted.at is 'x';
      ${procedure('private.planted()')}`;
    assert.deepEqual(await rulesBrokenBy(statement), []);
  });
});

describe('the Supabase advisors', () => {
  test('find nothing to say', async () => {
    assert.deepEqual(await findAdvice(database.url), []);
  });

  test('speak up about a view that runs as its owner', async () => {
    await database.sql`create view public.planted_view as select id from public.addresses`;
    await database.sql`grant select on public.planted_view to anon`;
    const advice = await findAdvice(database.url);
    await database.sql`drop view public.planted_view`;
    assert.ok(advice.some((text) => text.includes('planted_view')));
  });
});

describe('the twins of a function', () => {
  const complete = {
    sqlFiles: ['place_order.sql'],
    testFiles: ['place-order.test.ts'],
    backendSource: 'export async function placeOrder() {}',
  };

  test('are three', () => {
    assert.deepEqual(missingTwins(['place_order'], complete), []);
  });

  test('are missed one by one', () => {
    const missing = [
      missingTwins(['place_order'], { ...complete, sqlFiles: [] }),
      missingTwins(['place_order'], { ...complete, testFiles: [] }),
      missingTwins(['place_order'], { ...complete, backendSource: 'function placeOrder() {}' }),
      missingTwins([], complete),
    ];
    assert.deepEqual(
      missing.map((faults) => faults.length),
      [1, 1, 1, 1],
    );
  });
});
