-- What a finished batch left over goes on sale: counted, at its own price, from stock.

create function private.open_extras(p_batch uuid, p_extras jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_batch public.batches;
  v_extras constant jsonb := private.json_of(p_extras);
  v_extra record;
  v_pool uuid;
begin
  perform private.require_staff('owner');
  select * into v_batch from public.batches where id = p_batch for update;
  if v_batch.id is null then
    perform private.refuse(404, 'unknown_batch', 'This batch no longer exists. Reload the page.', jsonb_build_object('batch_id', p_batch));
  end if;
  if v_batch.stage <> 'shipping' then
    perform private.refuse(409, 'illegal_move', 'You can only sell extras once the orders ship.', jsonb_build_object('stage', v_batch.stage));
  end if;
  if jsonb_typeof(v_extras) is distinct from 'array' or jsonb_array_length(v_extras) not between 1 and 50 or exists (
    select from jsonb_array_elements(v_extras) e
    where not exists (select from public.batch_kits k where k.batch_id = p_batch and k.variant_id = private.uuid_of(e ->> 'variant_id') and k.dropped_at is null)
      or coalesce((e ->> 'count') !~ '^[0-9]{1,5}$' or (e ->> 'price_minor') !~ '^[0-9]{1,8}$', true)
  ) then
    perform private.refuse(422, 'wrong_extras', 'Each row needs a kit that was made, a count and a price.', jsonb_build_object('extras', v_extras));
  end if;
  for v_extra in
    select private.uuid_of(e ->> 'variant_id') as variant_id, (e ->> 'count')::int as pieces, (e ->> 'price_minor')::int as price_minor
    from jsonb_array_elements(v_extras) e order by 1
  loop
    perform set_config('keywright.stock_reason', 'Extras of ' || v_batch.code, true);
    insert into public.stock_pools (code, title, on_hand)
    select left('EXTRA-' || v_batch.code || '-' || v.sku, 80), left('Extras of ' || v_batch.title || ', ' || v.title, 120), v_extra.pieces
    from public.variants v where v.id = v_extra.variant_id
    on conflict (code) do update set on_hand = public.stock_pools.on_hand + excluded.on_hand
    returning id into v_pool;
    update public.variants set availability = 'in_stock', stock_pool_id = v_pool, pool_units = 1, price_minor = v_extra.price_minor
    where id = v_extra.variant_id;
  end loop;
  update public.batches set stage = 'extras' where id = p_batch;
  return jsonb_build_object('batch_id', p_batch, 'stage', 'extras', 'kits', jsonb_array_length(v_extras));
end;
$$;
call pg_temp.expose('open_extras', 'authenticated', 'stock is written through functions alone.',
  'Puts what a batch left over on sale: p_extras is [{variant_id, count, price_minor}]. Staff: owner. Refuses with not_allowed, second_factor, unknown_batch, illegal_move, wrong_extras.
Gives { batch_id: string; kits: number; stage: "extras" }');
