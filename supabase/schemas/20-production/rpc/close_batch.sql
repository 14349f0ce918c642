-- Settles a group buy whose window has ended, without waiting for the hourly job; or says beforehand
-- what settling it would do.

create function private.settlement_of(p_batch uuid, p_waiting jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'variant_id', v.id, 'title', v.title, 'moq', k.moq, 'ordered', coalesce(k.settled_count, k.ordered_count),
    'waiting', coalesce((p_waiting ->> v.id::text)::int, 0),
    'is_dropped', k.dropped_at is not null,
    'price_minor', private.tier_price(k.id, coalesce(k.settled_count, k.ordered_count), v.price_minor), 'currency', v.currency,
    'lines', s.lines, 'refund_minor', s.refund_minor) order by k.position, v.sku), '[]')
  from public.batch_kits k join public.variants v on v.id = k.variant_id
  cross join lateral (
    select count(distinct l.id)::int as lines, coalesce(-sum(e.amount_minor), 0) as refund_minor
    from public.order_lines l join public.order_entries e on e.order_id = l.order_id and e.line_id = l.id and e.kind = 'settled'
    where l.batch_id = p_batch and l.variant_id = k.variant_id
  ) s
  where k.batch_id = p_batch
$$;
comment on function private.settlement_of(uuid, jsonb) is
  'What became of each kit at the closing: made or dropped, its price, how many lines get how much back; beside it how many waited for their payment then.';

create function private.preview_settlement(p_batch uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_settled jsonb;
begin
  -- The closing itself is what is previewed: done, read, and undone with everything that hangs on it.
  begin
    v_settled := private.settle_batch(p_batch);
    perform private.refuse(499, 'undone', 'This was a preview.');
  exception when sqlstate 'PT499' then
    return v_settled || jsonb_build_object('is_settled', false, 'settled_at', null);
  end;
end;
$$;
comment on function private.preview_settlement(uuid) is
  'What closing the batch now would do; null when it can''t be closed. Nothing of it stays.';

create function private.close_batch(p_batch uuid, p_is_preview boolean default false) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_batch public.batches;
  v_settled jsonb;
begin
  perform private.require_reader('owner');
  select * into v_batch from public.batches where id = p_batch;
  if v_batch.id is null then
    perform private.refuse(404, 'unknown_batch', 'This batch no longer exists. Reload the page.', jsonb_build_object('batch_id', p_batch));
  end if;
  if v_batch.settled_at is not null then
    perform private.refuse(409, 'already_settled', 'This batch has already been closed and its prices are final.',
      jsonb_build_object('settled_at', v_batch.settled_at));
  end if;
  if p_is_preview then
    v_settled := private.preview_settlement(p_batch);
  else
    perform private.require_staff('owner');
    if v_batch.closes_at is null or v_batch.closes_at > clock_timestamp() then
      perform private.refuse(409, 'not_closed', 'Customers know that they can order until it closes.',
        jsonb_build_object('closes_at', v_batch.closes_at));
    end if;
    v_settled := private.settle_batch(p_batch) || '{"is_settled": true}';
  end if;
  if v_settled is null then
    perform private.refuse(409, 'nothing_to_settle', 'Only a batch that was open for orders can be settled, and only once.',
      jsonb_build_object('batch_id', p_batch, 'stage', v_batch.stage));
  end if;
  return v_settled;
end;
$$;
call pg_temp.expose('close_batch', 'authenticated', 'nobody may write orders.',
  'Settles a batch whose window has ended: kits that paid orders left under their minimum are dropped and given back, prices are made final, and what waits for its payment costs what they came to. Staff: owner. With p_is_preview it says what closing now would do and changes nothing. Of each kit it says how many lines get how much back. Refuses with not_allowed, second_factor, unknown_batch, already_settled, not_closed, nothing_to_settle.
Gives {
  batch_id: string;
  dropped_kits: number;
  is_settled: boolean;
  kits: {
    currency: string;
    is_dropped: boolean;
    lines: number;
    moq: number;
    ordered: number;
    price_minor: number;
    refund_minor: number;
    title: string;
    variant_id: string;
    waiting: number;
  }[];
  settled_at: string | null;
  stage: "closed" | "moq_failed";
}');
