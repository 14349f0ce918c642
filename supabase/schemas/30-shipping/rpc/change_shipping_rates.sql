-- Whoever plans shipping changes the prices of a zone together: a price of a step that is cut in two
-- is gone until both halves have theirs, and nobody may be quoted between.

create function public.change_shipping_rates(p_zone uuid, p_remove jsonb, p_change jsonb, p_add jsonb) returns jsonb
language plpgsql security invoker
set search_path = ''
as $$
declare
  v_named constant jsonb := p_remove || p_change;
  v_found int;
begin
  perform private.require_staff('owner', 'fulfilment');
  if jsonb_array_length(v_named) + jsonb_array_length(p_add) > 1000 then
    perform private.refuse(422, 'too_many_rates', 'Change at most 1,000 rates at once.', '{"limit": 1000}');
  end if;
  -- Of two who change one zone, the second waits here and then finds what the first made of it.
  perform 1 from public.shipping_zones where id = p_zone for no key update;
  if not found then
    perform private.refuse(404, 'unknown_zone', 'This zone no longer exists. Reload the page.');
  end if;
  perform 1 from jsonb_to_recordset(v_named) as c (id uuid, version int)
  join public.shipping_rates r on r.id = c.id and r.version = c.version
  join public.shipping_methods m on m.id = r.method_id and m.zone_id = p_zone
  for no key update of r;
  get diagnostics v_found = row_count;
  if v_found <> jsonb_array_length(v_named) or exists (
    select from jsonb_to_recordset(p_add) as a (method_id uuid)
    where not exists (select from public.shipping_methods m where m.id = a.method_id and m.zone_id = p_zone)
  ) then
    perform private.refuse(409, 'rates_changed', 'Someone else changed the prices of this zone in the meantime.');
  end if;
  delete from public.shipping_rates r using jsonb_to_recordset(p_remove) as c (id uuid) where r.id = c.id;
  update public.shipping_rates r
  set price_minor = coalesce(c.price_minor, r.price_minor), valid_to = coalesce(c.valid_to, r.valid_to)
  from jsonb_to_recordset(p_change) as c (id uuid, price_minor int, valid_to date) where r.id = c.id;
  insert into public.shipping_rates (
    method_id, from_weight_grams, to_weight_grams, from_value_minor, to_value_minor, price_minor, valid_from, valid_to)
  select method_id, from_weight_grams, to_weight_grams, from_value_minor, to_value_minor, price_minor, valid_from, valid_to
  from jsonb_to_recordset(p_add) as a (
    method_id uuid, from_weight_grams int, to_weight_grams int, from_value_minor int, to_value_minor int, price_minor int,
    valid_from date, valid_to date);
  return jsonb_build_object('zone', p_zone);
exception
  when exclusion_violation then
    perform private.refuse(409, 'rates_changed', 'Someone else changed the prices of this zone in the meantime.');
  when check_violation or not_null_violation then
    perform private.refuse(422, 'wrong_rate', 'A price of shipping is 0 to 100,000 euro, for a step that ends after it begins.');
end;
$$;
grant execute on function public.change_shipping_rates(uuid, jsonb, jsonb, jsonb) to authenticated;
comment on function public.change_shipping_rates(uuid, jsonb, jsonb, jsonb) is
  'Removes, changes and adds rates of a zone in one step, each named one only in the version that was seen. Staff: owner, fulfilment. Refuses with not_allowed, too_many_rates, unknown_zone, wrong_rate, rates_changed.
Gives { zone: string }';
