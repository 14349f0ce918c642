-- Whoever removed a row by mistake takes that back while it is fresh. The log of changes has the row as
-- it was, with its id and with the parts that went with it.

create function private.undoable_tables() returns text[]
language sql immutable
set search_path = ''
as $$
  select array[
    'bank_accounts', 'countries', 'country_restrictions', 'currency_rates', 'design_kits', 'design_offers', 'discount_codes',
    'faq_entries', 'faq_groups', 'makers', 'page_texts', 'palettes', 'partner_sales', 'product_files', 'product_relations',
    'regional_partners', 'shipping_rates', 'tax_classes', 'tax_rates', 'tax_registrations']
$$;
grant execute on function private.undoable_tables() to authenticated;
comment on function private.undoable_tables() is
  'Tables of which a removed row can be made again whole: whatever goes with it is in the log too, and nothing else is changed by it.';

create function private.put_back_row(p_table text, p_key jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_actor constant uuid := auth.uid();
  v_at timestamptz;
  v_gone record;
  v_columns text;
begin
  perform private.require_staff('owner', 'editor', 'fulfilment', 'support');
  if p_table <> all (private.undoable_tables()) or p_key = '{}' then
    perform private.refuse(422, 'not_undoable', 'This can’t be undone.');
  end if;
  select g.at into v_at from public.audit_log g
  where g.actor_id = v_actor and g.action = 'delete' and g.table_name = p_table and g.before @> p_key
    and g.at > now() - interval '15 minutes'
    -- Whoever works in another role by now may not be allowed to have such a row.
    and g.actor_role = (select s.role from private.staff s where s.user_id = v_actor)
    -- Whoever removed it again meanwhile has it to put back.
    and not exists (
      select from public.audit_log l
      where l.table_name = p_table and l.id > g.id and l.action = 'delete' and l.before @> p_key)
  order by g.id desc limit 1;
  if v_at is null then
    perform private.refuse(409, 'too_late', 'Not undone: only what you removed in the last 15 minutes can be undone.');
  end if;
  -- What went with it was noted after it.
  for v_gone in
    select g.table_name, g.before from public.audit_log g
    where g.actor_id = v_actor and g.at = v_at and g.action = 'delete' order by g.id
  loop
    v_columns := (
      select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
      where a.attrelid = format('public.%I', v_gone.table_name)::regclass
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '');
    execute format('insert into public.%I (%s) select %s from jsonb_populate_record(null::public.%I, $1)',
      v_gone.table_name, v_columns, v_columns, v_gone.table_name) using v_gone.before;
  end loop;
  return p_key;
exception
  when unique_violation or exclusion_violation then
    perform private.refuse(409, 'place_taken', 'Not undone: something else has taken its place in the meantime.');
  when foreign_key_violation then
    perform private.refuse(409, 'owner_gone', 'Not undone: what it belonged to has been removed in the meantime.');
end;
$$;
call pg_temp.expose('put_back_row', 'authenticated', 'staff add rows, but none with an id that was there before.',
  'Makes a row again that the caller removed in the last 15 minutes, as it was and with what went with it; gives its key. Staff. Refuses with not_allowed, not_undoable, too_late, place_taken, owner_gone.
Gives Record<string, unknown>');
