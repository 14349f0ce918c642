-- An interest check becomes a group buy in one step: the batch gets its window and kits, what was voted
-- for is sold through it, the check is finished and every voter is told.

create function private.start_group_buy(p_list uuid, p_batch uuid, p_opens_at timestamptz, p_closes_at timestamptz, p_eta date, p_kits jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_batch public.batches;
  v_kits constant jsonb := private.json_of(p_kits);
  v_told int;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'start_group_buy', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'start_group_buy', 'lists', p_list::text);
  end if;
  select * into v_batch from public.batches where id = p_batch for update;
  if v_batch.id is null or v_batch.product_id is distinct from v_list.product_id then
    return private.refuse_on_record(404, 'unknown_batch', 'This product has no such batch. Reload the page and choose another.',
      jsonb_build_object('batch_id', p_batch), 'start_group_buy', 'lists', p_list::text);
  end if;
  if not private.is_vote(v_list.kind) or v_list.status not in ('open', 'closed') or v_batch.stage not in ('draft', 'interest_check') then
    return private.refuse_on_record(409, 'not_an_interest_check', 'Only an open interest check can become a group buy, and only once.',
      jsonb_build_object('status', v_list.status, 'stage', v_batch.stage), 'start_group_buy', 'lists', p_list::text);
  end if;
  if p_opens_at is null or p_closes_at is null or p_closes_at <= greatest(p_opens_at, clock_timestamp()) then
    return private.refuse_on_record(422, 'wrong_window', 'The closing time must be in the future and after the opening time.',
      jsonb_build_object('opens_at', p_opens_at, 'closes_at', p_closes_at), 'start_group_buy', 'lists', p_list::text);
  end if;
  if jsonb_typeof(v_kits) is distinct from 'array' or jsonb_array_length(v_kits) not between 1 and 50 or exists (
    select from jsonb_array_elements(v_kits) k
    where not exists (select from public.variants v where v.id = private.uuid_of(k ->> 'variant_id') and v.product_id = v_list.product_id)
      or coalesce((k ->> 'moq') !~ '^[0-9]{1,6}$' or (k ->> 'moq')::int not between 1 and 100000, true)
  ) then
    return private.refuse_on_record(422, 'wrong_kits', 'Each kit needs a variant of this product and a minimum.',
      jsonb_build_object('kits', v_kits), 'start_group_buy', 'lists', p_list::text);
  end if;
  insert into public.batch_kits (batch_id, variant_id, moq, position)
  select p_batch, private.uuid_of(k ->> 'variant_id'), (k ->> 'moq')::int, n::int
  from jsonb_array_elements(v_kits) with ordinality t (k, n)
  on conflict (batch_id, variant_id) do update set moq = excluded.moq;
  update public.variants set availability = 'group_buy'
  where id in (select private.uuid_of(k ->> 'variant_id') from jsonb_array_elements(v_kits) k);
  update public.batches set opens_at = p_opens_at, closes_at = p_closes_at, eta = coalesce(p_eta, eta), stage = 'announced'
  where id = p_batch returning * into v_batch;
  update public.lists set status = 'finished' where id = p_list;
  v_told := private.tell_voters(p_list, v_batch);
  return jsonb_build_object('batch_id', p_batch, 'stage', v_batch.stage, 'opens_at', p_opens_at, 'closes_at', p_closes_at, 'told', v_told);
end;
$$;
call pg_temp.expose('start_group_buy', 'authenticated', 'nobody may write lists, entries or offers by hand.',
  'Turns an interest check into an announced group buy: p_kits is [{variant_id, moq}]. Staff: owner. told is how many voters were mailed. Refuses, on record, with not_allowed, second_factor, unknown_list, unknown_batch, not_an_interest_check, wrong_window, wrong_kits.
Gives { batch_id: string; closes_at: string; opens_at: string; stage: "announced"; told: number }');
