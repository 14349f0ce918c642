-- Editors save a product with everything that hangs on it, all of it or nothing. Every part says
-- which version of it was read: a part that someone else changed meanwhile refuses the whole, with
-- what they made of it. Parts that are not named stay as they are.

create function private.save_part(p_table text, p_columns text[], p_row jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_id constant uuid := p_row ->> 'id';
  v_version constant int := p_row ->> 'version';
  v_columns constant text := (select string_agg(format('%I', c), ', ') from unnest(p_columns) c where p_row ? c);
  v_values constant text := (select string_agg(format('x.%I', c), ', ') from unnest(p_columns) c where p_row ? c);
  v_count int;
  v_theirs jsonb;
begin
  if v_version is null then
    execute format(
      'insert into public.%I (id, %s) select $1, %s from jsonb_populate_record(null::public.%I, $2) x',
      p_table, v_columns, v_values, p_table
    ) using v_id, p_row;
    return null;
  end if;
  execute format(
    'update public.%I t set (%s) = row(%s) from jsonb_populate_record(null::public.%I, $1) x where t.id = $2 and t.version = $3',
    p_table, v_columns, v_values, p_table
  ) using p_row, v_id, v_version;
  get diagnostics v_count = row_count;
  if v_count = 1 then
    return null;
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', p_table)
    into v_theirs using v_id;
  return jsonb_build_object('table', p_table, 'id', v_id, 'theirs', v_theirs);
end;
$$;
comment on function private.save_part(text, text[], jsonb) is
  'Writes the columns of one part of a product that are named, while it is what was read, else says what it became; null is success. Its names come from private.product_parts alone, and are quoted.';

create function private.product_parts()
returns table (part text, relation text, columns text[], place int)
language sql immutable
set search_path = ''
as $$
  values
    ('pools', 'stock_pools', array['code', 'title'], 1),
    ('options', 'product_options',
      array['product_id', 'code', 'title', 'help', 'is_required', 'zone', 'position'], 2),
    ('values', 'option_values', array[
      'option_id', 'code', 'title', 'note', 'price_delta_minor', 'currency', 'weight_delta_grams',
      'colour', 'is_default', 'is_offered', 'position'], 3),
    ('rules', 'option_rules', array['product_id', 'value_id', 'other_value_id', 'reason'], 4),
    ('variants', 'variants', array[
      'product_id', 'sku', 'title', 'contents', 'is_required', 'position', 'availability',
      'price_minor', 'currency', 'weight_grams', 'max_per_customer', 'stock_pool_id', 'pool_units',
      'few_left_below', 'shows_remaining', 'ships_on', 'is_made_to_order', 'choices', 'flaws'], 5),
    ('images', 'product_images', array[
      'product_id', 'variant_id', 'option_value_id', 'colorway_id', 'storage_path', 'alt', 'position',
      'width', 'height', 'placeholder_colour', 'credit', 'focus_x', 'focus_y', 'turn_path', 'turn_frames', 'is_render', 'render'], 6),
    ('sounds', 'product_sounds', array[
      'product_id', 'storage_path', 'title', 'duration_ms', 'peaks', 'position'], 7),
    ('facts', 'product_facts', array['product_id', 'code', 'label', 'value', 'filterable', 'position'], 8)
$$;
comment on function private.product_parts() is
  'What hangs on a product, which columns an editor may write, and in which order they refer to each other.';

create function private.part_of_product(p_part text, p_row jsonb, p_product uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select case p_part
    when 'pools' then p_row ->> 'version' is null
    when 'values' then exists (
      select from public.product_options o
      where o.id = (p_row ->> 'option_id')::uuid and o.product_id = p_product
    ) and not exists (
      select from public.option_values x join public.product_options o on o.id = x.option_id
      where x.id = (p_row ->> 'id')::uuid and o.product_id <> p_product)
    else (p_row ->> 'product_id')::uuid = p_product
  end
$$;
comment on function private.part_of_product(text, jsonb, uuid) is
  'Whether a part says that it belongs to the product it came with; pools may only be new.';

create function private.write_product_parts(p_product jsonb, p_id uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_part record;
  v_row jsonb;
  v_conflict jsonb;
  v_conflicts jsonb := '[]';
begin
  for v_part in select * from private.product_parts() order by place loop
    for v_row in select * from jsonb_array_elements(coalesce(p_product -> v_part.part, '[]')) loop
      if not private.part_of_product(v_part.part, v_row, p_id) then
        perform private.refuse(422, 'foreign_part', 'A part belongs to another product.',
          jsonb_build_object('part', v_part.part, 'id', v_row ->> 'id'));
      end if;
      v_conflict := private.save_part(v_part.relation, v_part.columns, v_row);
      if v_conflict is not null then
        v_conflicts := v_conflicts || jsonb_build_array(v_conflict);
      end if;
    end loop;
  end loop;
  return v_conflicts;
end;
$$;
comment on function private.write_product_parts(jsonb, uuid) is
  'Writes the parts of a product that are named and gives those that someone else changed.';

create function private.count_new_pools(p_pools jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not exists (
    select from jsonb_array_elements(coalesce(p_pools, '[]')) x where (x ->> 'on_hand')::int <> 0
  ) then
    return;
  end if;
  perform private.require_staff('owner', 'fulfilment');
  perform set_config('keywright.stock_reason', 'First count', true);
  update public.stock_pools s set on_hand = (x ->> 'on_hand')::int
  from jsonb_array_elements(p_pools) x
  where s.id = (x ->> 'id')::uuid and (x ->> 'on_hand')::int <> 0;
  perform set_config('keywright.stock_reason', '', true);
end;
$$;
comment on function private.count_new_pools(jsonb) is
  'What is in stock of pools that were made a moment ago. Who may not count stock is refused, as in adjust_stock.';

create function private.remove_product_parts(p_removed jsonb, p_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(select jsonb_array_elements_text(coalesce(p_removed, '[]'))::uuid);
begin
  delete from public.product_images where product_id = p_id and id = any (v_ids);
  delete from public.product_sounds where product_id = p_id and id = any (v_ids);
  delete from public.product_facts where product_id = p_id and id = any (v_ids);
  delete from public.option_rules where product_id = p_id and id = any (v_ids);
  delete from public.option_values x using public.product_options o
    where o.id = x.option_id and o.product_id = p_id and x.id = any (v_ids);
  delete from public.product_options where product_id = p_id and id = any (v_ids);
  delete from public.variants where product_id = p_id and id = any (v_ids);
end;
$$;
comment on function private.remove_product_parts(jsonb, uuid) is 'Takes parts away from a product, none from another.';

create function private.broken_rule(p_code text, p_message text, p_constraint text, p_detail text)
returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'code', p_code, 'message', p_message, 'constraint', p_constraint, 'detail', p_detail)
$$;
comment on function private.broken_rule(text, text, text, text) is
  'What a table said of a row, for a desk to tell with the field and the rule: src/desk-kit/api/constraint-sentences.ts.';

create function private.save_product(p_product jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_id constant uuid := p_product ->> 'id';
  v_conflict jsonb;
  v_conflicts jsonb;
  v_constraint text;
  v_detail text;
begin
  perform private.require_staff('owner', 'editor');
  if v_id is null or octet_length(p_product::text) > 400000 then
    perform private.refuse(422, 'not_a_product', 'This is not a product that can be saved.', '{}');
  end if;
  -- A product comes out of draft before its pictures are written, and they are written one by one.
  set constraints public.pictures_are_named, public.published_pictures_are_named deferred;
  v_conflict := private.save_part('products', array[
    'kind', 'category', 'url', 'title', 'summary', 'body', 'status', 'publish_at', 'maker_id',
    'position', 'ship_group', 'handling_days', 'max_per_customer', 'in_the_box', 'still_needed',
    'tax_class_code', 'shipping_tags', 'hs_code', 'origin_country_code', 'customs_description',
    'safety_warnings', 'layout_code', 'seo_title', 'seo_description', 'variant_options'
  ], p_product);
  perform private.remove_product_parts(p_product -> 'removed', v_id);
  v_conflicts := private.write_product_parts(p_product, v_id);
  perform private.count_new_pools(p_product -> 'pools');
  if v_conflict is not null then
    v_conflicts := v_conflicts || jsonb_build_array(v_conflict);
  end if;
  if v_conflicts <> '[]' then
    perform private.refuse(409, 'version_conflict', 'Someone else changed this in the meantime. Reload the page and try again.',
      jsonb_build_object('conflicts', v_conflicts));
  end if;
  set constraints public.pictures_are_named, public.published_pictures_are_named immediate;
  return (select jsonb_build_object('id', id, 'version', version, 'url', url)
    from public.products where id = v_id);
exception
  when unique_violation then
    get stacked diagnostics v_constraint = constraint_name, v_detail = pg_exception_detail;
    perform private.refuse(409, 'taken', 'This URL, code or number is already taken.',
      private.broken_rule(sqlstate, sqlerrm, v_constraint, v_detail));
  when foreign_key_violation then
    get stacked diagnostics v_constraint = constraint_name, v_detail = pg_exception_detail;
    if sqlerrm like 'insert or update on %' then
      perform private.refuse(422, 'not_there', 'It refers to something that no longer exists in the shop. Reload the page and choose again.',
        private.broken_rule(sqlstate, sqlerrm, v_constraint, v_detail));
    end if;
    perform private.refuse(409, 'in_use', 'Something you removed is still in use, in an order, a list or a batch. Remove it there first.',
      private.broken_rule(sqlstate, sqlerrm, v_constraint, v_detail));
  when check_violation or not_null_violation or invalid_text_representation then
    -- Its detail would be the whole row.
    get stacked diagnostics v_constraint = constraint_name;
    perform private.refuse(422, 'not_valid', 'One of these values is not accepted.',
      private.broken_rule(sqlstate, sqlerrm, v_constraint, null));
end;
$$;
call pg_temp.expose('save_product', 'authenticated',
  'ids are chosen by the form, so that parts can name each other before they exist.',
  'Saves a product with its pools, options, values, rules, variants, images, sounds and facts; removed holds ids to take away. A part without a version is new, and a new pool may come with its first count. Columns that are not named stay as they are. Staff: owner, editor. Refuses with not_allowed, not_a_product, foreign_part, version_conflict, taken, not_there, in_use, not_valid, doubled_choice, alt_missing.
Refusals tell {
  code?: string;
  conflicts?: { id: string; table: string; theirs: Record<string, unknown> | null }[];
  detail?: string | null;
  message?: string;
}
Gives { id: string; url: string; version: number }');
