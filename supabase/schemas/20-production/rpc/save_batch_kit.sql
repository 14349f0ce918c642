-- A kit of a batch with its minimum, its limit and all its prices, in one go and only while they are what
-- the editor read: prices were replaced one by one before, and whoever saved second undid the first.

create function private.kit_terms(p_kit uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('moq', k.moq, 'capacity', k.capacity, 'tiers', (
    select coalesce(jsonb_agg(jsonb_build_object('from_count', t.from_count, 'price_minor', t.price_minor) order by t.from_count), '[]')
    from public.batch_price_tiers t where t.batch_kit_id = k.id))
  from public.batch_kits k where k.id = p_kit
$$;
comment on function private.kit_terms(uuid) is 'What an editor decides of a kit, as one value that can be compared.';

create function private.save_batch_kit(p_batch uuid, p_variant uuid, p_terms jsonb, p_expected jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_terms constant jsonb := private.json_of(p_terms);
  v_expected constant jsonb := private.json_of(p_expected);
  v_kit uuid;
  v_theirs jsonb;
begin
  perform private.require_staff('owner', 'editor');
  if jsonb_typeof(v_terms -> 'tiers') is distinct from 'array' or coalesce((v_terms ->> 'moq') !~ '^[1-9][0-9]{0,4}$', true)
    or (v_terms ->> 'capacity') !~ '^[1-9][0-9]{0,5}$' or jsonb_array_length(v_terms -> 'tiers') > 20 or exists (
      select from jsonb_array_elements(v_terms -> 'tiers') t
      where coalesce((t ->> 'from_count') !~ '^[1-9][0-9]{0,5}$' or (t ->> 'price_minor') !~ '^[0-9]{1,8}$', true)
    ) then
    perform private.refuse(422, 'wrong_kit', 'Enter a minimum for the kit and, for each price, the quantity from which it applies.', jsonb_build_object('terms', v_terms));
  end if;
  if not exists (
    select from public.batches b join public.variants v on v.product_id = b.product_id where b.id = p_batch and v.id = p_variant
  ) then
    perform private.refuse(404, 'unknown_batch', 'There is no such batch, or its product has no such variant.', jsonb_build_object('batch_id', p_batch));
  end if;
  select id into v_kit from public.batch_kits where batch_id = p_batch and variant_id = p_variant for update;
  v_theirs := private.kit_terms(v_kit);
  if v_theirs is distinct from nullif(v_expected, 'null') then
    perform private.refuse(409, 'kit_changed', 'Someone else changed this kit in the meantime. Reload the page and try again.', jsonb_build_object('theirs', v_theirs));
  end if;
  if v_kit is null then
    insert into public.batch_kits (batch_id, variant_id, moq, capacity)
    values (p_batch, p_variant, (v_terms ->> 'moq')::int, (v_terms ->> 'capacity')::int) returning id into v_kit;
  else
    update public.batch_kits set moq = (v_terms ->> 'moq')::int, capacity = (v_terms ->> 'capacity')::int where id = v_kit;
  end if;
  delete from public.batch_price_tiers t where t.batch_kit_id = v_kit and not exists (
    select from jsonb_array_elements(v_terms -> 'tiers') x where (x ->> 'from_count')::int = t.from_count);
  insert into public.batch_price_tiers (batch_kit_id, from_count, price_minor)
  select v_kit, (x ->> 'from_count')::int, (x ->> 'price_minor')::int from jsonb_array_elements(v_terms -> 'tiers') x
  on conflict (batch_kit_id, from_count) do update set price_minor = excluded.price_minor;
  return private.kit_terms(v_kit);
exception
  -- Two made it at once. The batch is not locked for this: orders lock kit before batch.
  when unique_violation then
    perform private.refuse(409, 'kit_changed', 'Someone else changed this kit in the meantime. Reload the page and try again.', '{"theirs": null}');
  when check_violation or cardinality_violation then
    perform private.refuse(422, 'wrong_kit', 'The maximum can’t be below the minimum or what is ordered, and each count has one price.', '{}');
end;
$$;
call pg_temp.expose('save_batch_kit', 'authenticated',
  'kit and prices are written as one, whatever policies say of each.',
  'Writes a kit of a batch as {moq, capacity, tiers: [{from_count, price_minor}]}, sorted by count, while it is as p_expected says; null for a new kit. Staff: owner, editor. Refuses with not_allowed, wrong_kit, unknown_batch, kit_changed.
Refusals tell { theirs?: <save_batch_kit> | null }
Gives { capacity: number | null; moq: number; tiers: { from_count: number; price_minor: number }[] }');
