import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { projectFolder } from '../support/cluster.ts';
import { anonymous, openTestDatabase } from '../support/database.ts';
import { buy, line } from '../support/orders.ts';

const database = openTestDatabase();

interface Move {
  readonly from: string;
  readonly to: string;
  readonly who: string;
  readonly needsReason: boolean;
}

const cases: readonly Move[] = JSON.parse(
  await readFile(path.join(projectFolder, 'tests/cases/order-moves.json'), 'utf8'),
);
const spell = ({ from, to, who, needsReason }: Move) => `${from} ${to} ${who} ${needsReason}`;

describe('the moves of an order in the database', () => {
  test('are those of the shared table', async () => {
    const rows = await database.sql<Move[]>`
      select from_status::text as from, to_status::text as to, who, needs_reason as "needsReason" from private.order_moves`;
    assert.deepEqual(rows.map(spell).toSorted(), cases.map(spell).toSorted());
  });

  test('are the only ones: every pair by everyone is tried', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    // Each try starts from its own status and is undone: a move that is not listed must change nothing.
    await database.sql.unsafe(`
      create function private.planted_try(p_order uuid, p_from public.order_status, p_to public.order_status, p_who text, p_reason text)
      returns boolean language plpgsql set search_path = '' as $$
      begin
        update public.order_records set status = p_from where id = p_order;
        return private.move_order(p_order, p_from, p_to, p_who, p_reason);
      end $$`);
    const wrong = await database.sql<{ pair: string }[]>`
      select concat_ws(' ', f.s, t.s, w.who, r.reason) as pair
      from unnest(enum_range(null::public.order_status)) f (s), unnest(enum_range(null::public.order_status)) t (s),
        unnest(array['customer', 'staff', 'shop']) w (who), unnest(array['', 'Because']) r (reason)
      where private.planted_try(${order.id}, f.s, t.s, w.who, r.reason) <> exists (
        select from private.order_moves m where m.from_status = f.s and m.to_status = t.s
          and m.who = w.who and (not m.needs_reason or r.reason <> ''))`;
    assert.deepEqual(
      wrong.map(({ pair }) => pair),
      [],
    );
  });
});
