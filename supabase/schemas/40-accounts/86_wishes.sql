-- What a customer keeps for later. A wish is no claim: prices, stock and rights are decided by the quote.
-- Each account reads its own; `save_wishes` writes, so that two browsers that know different lists unite.

create table public.wishes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  product_id uuid references public.products (id) on delete set null,
  variant_ids uuid[] not null default '{}' check (cardinality(variant_ids) <= 20),
  options jsonb not null default '{}' check (jsonb_typeof(options) = 'object'),
  title text not null check (length(title) <= 200),
  note text not null default '' check (length(note) <= 500),
  was_gone boolean not null default false,
  kept_at timestamptz not null default clock_timestamp(),
  unique (user_id, product_id, variant_ids, options)
);
create index wishes_product_idx on public.wishes (product_id);
comment on table public.wishes is 'One thing that an account keeps for later, as it was chosen. Staff see none.';
comment on column public.wishes.product_id is 'Null once the shop has removed the product: its title is still told.';
comment on column public.wishes.variant_ids is 'What was chosen, sorted; empty where nothing was chosen yet.';
comment on column public.wishes.options is 'Option id to value id.
Holds Record<string, string>';
comment on column public.wishes.title is 'What the product was called when it was kept: it is still told where the product is no longer shown.';
comment on column public.wishes.note is 'The customer''s own words about it.';
comment on column public.wishes.was_gone is 'Whether it was seen sold out since it was kept, so that its return is news.';
comment on column public.wishes.kept_at is 'When it was kept, in whichever browser.';

revoke all on public.wishes from anon, authenticated;
grant select, delete on public.wishes to service_role;
grant select on public.wishes to authenticated;
create policy "Customers read their own wishes" on public.wishes for select to authenticated
  using (user_id = (select auth.uid()));

create function private.wish_choice(p_change jsonb, out variant_ids uuid[], out options jsonb)
language sql immutable
set search_path = ''
as $$
  select
    coalesce((select array_agg(distinct private.uuid_of(v) order by private.uuid_of(v))
      from jsonb_array_elements_text(coalesce(nullif(p_change -> 'variant_ids', 'null'), '[]')) v
      where private.uuid_of(v) is not null), '{}'),
    (select coalesce(jsonb_object_agg(lower(o.key), lower(o.value)), '{}')
      from jsonb_each_text(coalesce(nullif(p_change -> 'options', 'null'), '{}')) o
      where private.uuid_of(o.key) is not null and private.uuid_of(o.value) is not null)
$$;
comment on function private.wish_choice(jsonb) is 'What was chosen of a product, in the one form in which it is compared.';

create function private.wish_changes(p_changes jsonb) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  v_changes constant jsonb := private.json_of(p_changes);
  v_change jsonb;
begin
  if jsonb_typeof(v_changes) is distinct from 'array' or jsonb_array_length(v_changes) > 1000
    or pg_column_size(v_changes) > 1000000 then
    perform private.refuse(422, 'wrong_wishes', 'What you kept could not be saved. Reload the page and try again.');
  end if;
  for v_change in select * from jsonb_array_elements(v_changes) loop
    if jsonb_typeof(v_change) <> 'object' or coalesce(jsonb_typeof(v_change -> 'is_kept'), 'null') <> 'boolean'
      -- What the shop has removed is named by its own id.
      or coalesce(private.uuid_of(v_change ->> 'product_id'), private.uuid_of(v_change ->> 'id')) is null
      or coalesce(jsonb_typeof(v_change -> 'variant_ids'), 'null') not in ('array', 'null')
      or coalesce(jsonb_typeof(v_change -> 'options'), 'null') not in ('object', 'null')
      or coalesce(jsonb_typeof(v_change -> 'note'), 'null') not in ('string', 'null')
      or coalesce(jsonb_typeof(v_change -> 'was_gone'), 'null') not in ('boolean', 'null')
      or length(v_change ->> 'note') > 500 then
      perform private.refuse(422, 'wrong_wishes', 'What you kept could not be saved. Reload the page and try again.');
    end if;
    if (select cardinality(c.variant_ids) > 20 or (select count(*) from jsonb_object_keys(c.options)) > 20
      from private.wish_choice(v_change) c) then
      perform private.refuse(422, 'wrong_wishes', 'Too much was chosen. Reload the page and choose again.');
    end if;
  end loop;
  return v_changes;
end;
$$;
comment on function private.wish_changes(jsonb) is 'Changes of a list as they come from outside; refuses what is none.';

create function private.moment_of(p_value jsonb) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
begin
  -- No browser knows of a later moment than the database.
  return least((p_value #>> '{}')::timestamptz, clock_timestamp());
exception when others then
  return clock_timestamp();
end;
$$;
comment on function private.moment_of(jsonb) is 'When a browser says that something was done; now, where it says nothing that can be.';

create function private.keep_wish(p_user uuid, p_change jsonb) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  v_product constant uuid := private.uuid_of(p_change ->> 'product_id');
  v_variants uuid[];
  v_options jsonb;
  v_title text;
begin
  select c.variant_ids, c.options into v_variants, v_options from private.wish_choice(p_change) c;
  if not (p_change -> 'is_kept')::boolean then
    delete from public.wishes w
    where w.user_id = p_user and case when v_product is null then w.id = private.uuid_of(p_change ->> 'id')
      else w.product_id = v_product and w.variant_ids = v_variants and w.options = v_options end;
    return true;
  end if;
  if v_product is null then
    update public.wishes w set note = coalesce(p_change ->> 'note', w.note)
    where w.user_id = p_user and w.id = private.uuid_of(p_change ->> 'id');
    return true;
  end if;
  update public.wishes w set note = coalesce(p_change ->> 'note', w.note),
    was_gone = coalesce((p_change ->> 'was_gone')::boolean, w.was_gone)
  where w.user_id = p_user and w.product_id = v_product and w.variant_ids = v_variants and w.options = v_options;
  if found then
    return true;
  end if;
  if cardinality(v_variants) = 0 and v_options = '{}' then
    -- What was kept with its choice says more than the product alone.
    if exists (select from public.wishes w where w.user_id = p_user and w.product_id = v_product) then
      return true;
    end if;
  else
    update public.wishes w set variant_ids = v_variants, options = v_options,
      note = coalesce(nullif(p_change ->> 'note', ''), w.note), was_gone = coalesce((p_change ->> 'was_gone')::boolean, w.was_gone)
    where w.user_id = p_user and w.product_id = v_product and w.variant_ids = '{}' and w.options = '{}';
    if found then
      return true;
    end if;
  end if;
  select p.title into v_title from public.products p
  where p.id = v_product and p.status <> 'draft' and p.publish_at <= clock_timestamp();
  if v_title is null then
    return true;
  end if;
  if (select count(*) from public.wishes w where w.user_id = p_user) >= 500 then
    return false;
  end if;
  insert into public.wishes (user_id, product_id, variant_ids, options, title, note, was_gone, kept_at)
  values (p_user, v_product, v_variants, v_options, left(v_title, 200), coalesce(p_change ->> 'note', ''),
    coalesce((p_change ->> 'was_gone')::boolean, false), private.moment_of(p_change -> 'kept_at'));
  return true;
end;
$$;
comment on function private.keep_wish(uuid, jsonb) is
  'Makes one change of an account''s list. A product that nobody can see is passed over; false where the list is full.';
