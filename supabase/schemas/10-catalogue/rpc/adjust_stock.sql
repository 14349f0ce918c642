-- Staff count goods: by how many a pool changes, or what it must have been before. The only way for
-- a person to change on_hand; two people who counted at once can't overwrite each other.

create function private.adjust_stock(
  p_pool uuid, p_delta int, p_expected int default null, p_reason text default ''
)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_pool public.stock_pools;
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_reads_only constant boolean := p_delta = 0 and p_expected is null;
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_delta is null or abs(p_delta::bigint) > 1000000 then
    perform private.refuse(422, 'wrong_delta', 'Enter how many to add to or remove from the stock.',
      jsonb_build_object('delta', p_delta));
  end if;
  if not v_reads_only and length(v_reason) not between 2 and 300 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.', '{}');
  end if;
  perform set_config('keywright.stock_reason', v_reason, true);
  update public.stock_pools
  set on_hand = on_hand + p_delta, updated_at = case p_delta when 0 then updated_at else now() end
  where id = p_pool
    and (p_expected is null or on_hand = p_expected)
    and on_hand + p_delta >= allocated
  returning * into v_pool;
  perform set_config('keywright.stock_reason', '', true);
  if v_pool.id is null then
    perform private.refuse_adjustment(p_pool, p_delta, p_expected);
  end if;
  return jsonb_build_object(
    'pool_id', v_pool.id, 'on_hand', v_pool.on_hand, 'allocated', v_pool.allocated);
end;
$$;
call pg_temp.expose('adjust_stock', 'authenticated', 'staff may change stock through this function alone.',
  'Changes a stock pool by p_delta, only while it holds p_expected if given. Staff: owner, fulfilment. A delta of 0 without p_expected reads. Refuses with not_allowed, wrong_delta, reason_missing, unknown_pool, stock_changed, below_allocated.
Refusals tell { allocated?: number; on_hand?: number }
Gives { allocated: number; on_hand: number; pool_id: string }');

create function private.refuse_adjustment(p_pool uuid, p_delta int, p_expected int) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_pool public.stock_pools;
  v_details jsonb;
begin
  select * into v_pool from public.stock_pools where id = p_pool;
  if not found then
    perform private.refuse(404, 'unknown_pool', 'This stock pool no longer exists. Reload the page.',
      jsonb_build_object('pool_id', p_pool));
  end if;
  v_details := jsonb_build_object(
    'pool_id', v_pool.id, 'on_hand', v_pool.on_hand, 'allocated', v_pool.allocated);
  if p_expected is not null and v_pool.on_hand <> p_expected then
    perform private.refuse(409, 'stock_changed',
      format('The stock is now %s, not %s. Check it and try again.', v_pool.on_hand, p_expected), v_details);
  end if;
  perform private.refuse(409, 'below_allocated',
    format('%s are reserved for orders, so the stock can’t go below that.', v_pool.allocated), v_details);
end;
$$;
comment on function private.refuse_adjustment(uuid, int, int) is
  'Says why an adjustment changed no row: no pool, another count by now, or too few left for orders.';
