-- What editors changed since a build, so that the desk can say what Publish would bring. Changes of
-- things that no page shows (stock, who may do what) are not among them.

create index audit_log_at_idx on public.audit_log (at);

create function private.row_key(p_table text, p_row jsonb) returns text
language sql stable
set search_path = ''
as $$
  select string_agg(p_row ->> a.attname::text, ' ' order by a.attnum)
  from pg_catalog.pg_index i join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = to_regclass(format('public.%I', p_table)) and i.indisprimary
$$;
comment on function private.row_key(text, jsonb) is 'By what a row is known that has no id of its own: the columns of its key.';

create function private.waiting_changes(p_since timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_shown constant text[] := array[
    'products', 'variants', 'product_options', 'option_values', 'option_rules', 'product_images',
    'product_sounds', 'shown_photos', 'product_facts', 'product_files', 'product_relations', 'makers', 'colorways', 'palettes',
    'batches', 'batch_kits', 'batch_price_tiers', 'lists', 'list_choices', 'updates',
    'update_batches', 'update_products', 'countries', 'tax_rates', 'tax_registrations', 'country_restrictions',
    'shipping_zones', 'zone_countries', 'shipping_methods', 'shipping_rates', 'regional_partners',
    'partner_countries', 'partner_sales', 'settings', 'page_texts', 'faq_groups', 'faq_entries',
    'legal_versions', 'legal_sections', 'translations'
  ];
  -- What orders and entries touch by themselves.
  v_counted constant text[] := array[
    'version', 'updated_at', 'entry_count',
    'ordered_count', 'waiting_count', 'settled_count'
  ];
  v_most constant int := 200;
  v_is_owner constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'editor');
  if p_since is null or p_since < now() - interval '1 year' then
    perform private.refuse(422, 'since_too_old', 'Choose a time within the last year.', '{}');
  end if;
  return (
    with edits as (
      select log.table_name, coalesce(log.row_id, private.row_key(log.table_name, coalesce(log.after, log.before))) as row_id,
        (array_agg(log.action order by log.id))[1] as first_action,
        (array_agg(log.action order by log.id desc))[1] as last_action,
        (array_agg(coalesce(log.after, log.before) order by log.id desc))[1] as shown,
        (array_agg(log.before order by log.id))[1] as was,
        (array_agg(log.after order by log.id desc))[1] as is_now,
        (array_agg(log.actor_role order by log.id desc))[1] as by_role,
        (array_agg(log.actor_id order by log.id desc))[1] as by_id,
        max(log.at) as at
      from public.audit_log log
      where log.at > p_since and log.table_name = any (v_shown)
        and log.action in ('insert', 'update', 'delete')
        and (log.table_name <> 'translations' or exists (
          select from public.settings s
          where 'language_' || (coalesce(log.after, log.before) ->> 'language') = s.key and s.value > 0))
        and log.before - v_counted is distinct from log.after - v_counted
      group by 1, 2
    ),
    due as (
      select 'products' as table_name, id::text as row_id, title, publish_at from public.products
      where publish_at > p_since and publish_at <= now() and status <> 'draft'
      union all
      select 'updates', id::text, title, publish_at from public.updates
      where publish_at > p_since and publish_at <= now()
    ),
    changes as (
      select table_name, row_id, at, by_role, by_id, shown,
        case when first_action = 'insert' or last_action = 'delete' then '{}' else private.changed_fields(was, is_now) end as before,
        case when first_action = 'insert' or last_action = 'delete' then '{}' else private.changed_fields(is_now, was) end as after,
        case when first_action = 'insert' then 'new' when last_action = 'delete' then 'gone'
          else 'changed' end as kind,
        coalesce(shown ->> 'title', case when table_name = 'shown_photos' then shown ->> 'alt' when table_name = 'translations' then left(shown ->> 'text', 80) end, shown ->> 'name', shown ->> 'question', shown ->> 'sku',
          shown ->> 'url', shown ->> 'code', shown ->> 'key', '') as title
      from edits where not (first_action = 'insert' and last_action = 'delete')
      union all
      select table_name, row_id, publish_at, 'clock', null, null, '{}', '{}', 'due', title from due
      where not exists (
        select from edits where edits.table_name = due.table_name and edits.row_id = due.row_id)
    ),
    listed as (
      select c.*, u.email, p.id as product_id, p.title as product
      from (select * from changes order by at desc, table_name, row_id limit v_most) c
      left join auth.users u on u.id = c.by_id
      -- A part says its product, or its batch, kit or option, which says it.
      cross join lateral (select case when c.table_name = 'products' then private.uuid_of(c.row_id) else coalesce(
        private.uuid_of(c.shown ->> 'product_id'),
        (select o.product_id from public.product_options o where o.id = private.uuid_of(c.shown ->> 'option_id')),
        (select b.product_id from public.batches b where b.id = private.uuid_of(c.shown ->> 'batch_id')),
        (select b.product_id from public.batch_kits k join public.batches b on b.id = k.batch_id
          where k.id = private.uuid_of(c.shown ->> 'batch_kit_id'))) end as id) owner
      left join lateral (select x.id, x.title from public.products x where x.id = owner.id limit 1) p on true)
    select jsonb_build_object(
      'since', p_since,
      'count', (select count(*) from changes),
      'changes', coalesce((select jsonb_agg(jsonb_build_object(
        'table', table_name, 'row_id', row_id, 'kind', kind, 'title', title, 'at', at,
        'by', by_role, 'is_own', by_id is not distinct from auth.uid(), 'email', case when v_is_owner then email end,
        'product_id', product_id, 'product', product, 'before', before, 'after', after) order by at desc) from listed), '[]'))
  );
end;
$$;
call pg_temp.expose('waiting_changes', 'authenticated', 'editors may know what waits without reading the audit log.',
  'What Publish would bring, newest first, at most 200; before and after are the fields that changed. The e-mail is for owners. Staff: owner, editor. Refuses with not_allowed, since_too_old.
Gives {
  changes: {
    after: Record<string, unknown>;
    at: string;
    before: Record<string, unknown>;
    by: string;
    email: string | null;
    is_own: boolean;
    kind: "new" | "changed" | "gone" | "due";
    product: string | null;
    product_id: string | null;
    row_id: string;
    table: string;
    title: string;
  }[];
  count: number;
  since: string;
}');
