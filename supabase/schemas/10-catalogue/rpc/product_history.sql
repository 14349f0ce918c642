-- What was done to a product and to what hangs on it, newest first, for those who may do it again the
-- other way round. The audit log itself is the owner's alone; this gives no more of it than the editor
-- of the product could have seen by reading along.

create function private.changed_fields(p_of jsonb, p_other jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.key, f.value), '{}')
  from jsonb_each(p_of) f
  where p_other is null or (
    p_other -> f.key is distinct from f.value and f.key not in ('version', 'updated_at'))
$$;
comment on function private.changed_fields(jsonb, jsonb) is
  'The fields of a row that another state of it has not, without those that only count edits; all of them beside nothing.';

create function private.product_changes(p_product uuid, p_before bigint, p_most int) returns setof public.audit_log
language sql stable
set search_path = ''
as $$
  with own_options as materialized (
    select o.id::text as option_id from public.product_options o where o.product_id = p_product
    union
    select a.row_id from public.audit_log a
    where a.table_name = 'product_options' and coalesce(a.after, a.before) ->> 'product_id' = p_product::text
  ), own_batches as materialized (
    select b.id::text as batch_id from public.batches b where b.product_id = p_product
  ), own_kits as materialized (
    select k.id::text as kit_id from own_batches b join public.batch_kits k on k.batch_id = b.batch_id::uuid
  ), own_pools as materialized (
    select v.stock_pool_id::text as pool_id from public.variants v where v.product_id = p_product and v.stock_pool_id is not null
    union
    select a.before ->> 'stock_pool_id' from public.audit_log a
    where a.table_name = 'variants' and coalesce(a.after, a.before) ->> 'product_id' = p_product::text
      and a.before ->> 'stock_pool_id' is not null
  )
  select * from (
    (select a.* from public.audit_log a
      where a.row_id = p_product::text and a.table_name = 'products' and a.id < p_before
        and a.action in ('insert', 'update', 'delete')
      order by a.id desc limit p_most)
    union all
    (select a.* from public.audit_log a
      where a.table_name in ('product_options', 'option_rules', 'variants', 'product_images', 'product_sounds', 'product_facts', 'batches')
        and a.action in ('insert', 'update', 'delete')
        and coalesce(a.after, a.before) ->> 'product_id' = p_product::text and a.id < p_before
      order by a.id desc limit p_most)
    union all
    (select a.* from own_options o cross join lateral (
        select x.* from public.audit_log x
        where x.table_name = 'option_values' and coalesce(x.after, x.before) ->> 'option_id' = o.option_id and x.id < p_before
        order by x.id desc limit p_most
      ) a)
    union all
    (select a.* from own_batches o cross join lateral (
        select x.* from public.audit_log x
        where x.table_name = 'batch_kits' and coalesce(x.after, x.before) ->> 'batch_id' = o.batch_id and x.id < p_before
          and x.action in ('insert', 'update', 'delete')
        order by x.id desc limit p_most
      ) a)
    union all
    (select a.* from own_kits o cross join lateral (
        select x.* from public.audit_log x
        where x.table_name = 'batch_price_tiers' and coalesce(x.after, x.before) ->> 'batch_kit_id' = o.kit_id and x.id < p_before
        order by x.id desc limit p_most
      ) a)
    union all
    (select a.* from own_pools o cross join lateral (
        select x.* from public.audit_log x
        where x.row_id = o.pool_id and x.table_name = 'stock_pools' and x.id < p_before
          and x.action in ('insert', 'update', 'delete')
        order by x.id desc limit p_most
      ) a)
  ) every order by every.id desc limit p_most
$$;
comment on function private.product_changes(uuid, bigint, int) is
  'The newest rows of the audit log about a product and its parts, those that are gone included.';

create function private.product_history(p_product uuid, p_before bigint default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_most constant int := 60;
  v_is_owner constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'editor');
  return (
    with found as materialized (
      select c.*, row_number() over (order by c.id desc) as place
      from private.product_changes(p_product, coalesce(p_before, 9223372036854775807), v_most + 1) c
    )
    select jsonb_build_object(
      'has_more', count(*) > v_most,
      'changes', coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'at', f.at, 'table', f.table_name,
        -- A price has no id: its kit and its count name it.
        'row_id', coalesce(f.row_id, concat_ws(':', coalesce(f.after, f.before) ->> 'batch_kit_id', coalesce(f.after, f.before) ->> 'from_count')),
        'action', f.action,
        'role', f.actor_role, 'is_own', f.actor_id is not distinct from auth.uid(),
        'email', case when v_is_owner then u.email end,
        'before', private.changed_fields(f.before, f.after), 'after', private.changed_fields(f.after, f.before)
      ) order by f.id desc) filter (where f.place <= v_most), '[]'))
    from found f left join auth.users u on u.id = f.actor_id);
end;
$$;
call pg_temp.expose('product_history', 'authenticated', 'the audit log is the owner''s.',
  'What was changed of a product, its variants, options, values, rules, pictures, facts, batches with their kits and prices, and stock, newest first; of what was changed only the fields that were. p_before is the id of the last one seen, or null. The e-mail is for owners. Staff: owner, editor. Refuses with not_allowed.
Gives {
  changes: {
    action: "insert" | "update" | "delete";
    after: Record<string, unknown>;
    at: string;
    before: Record<string, unknown>;
    email: string | null;
    id: number;
    is_own: boolean;
    role: string;
    row_id: string;
    table:
      | "products"
      | "product_options"
      | "option_values"
      | "option_rules"
      | "variants"
      | "product_images"
      | "product_sounds"
      | "product_facts"
      | "batches"
      | "batch_kits"
      | "batch_price_tiers"
      | "stock_pools";
  }[];
  has_more: boolean;
}');
