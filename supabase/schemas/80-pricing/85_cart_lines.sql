-- A cart as it comes from outside becomes rows: every shape that is not a cart is refused here, so
-- that all that follows may trust what it gets.

create function private.cart_lines(p_lines jsonb)
returns table (line int, variant_id uuid, quantity int, options jsonb, design_id uuid, offer_id uuid)
language plpgsql immutable
set search_path = ''
as $$
declare
  v_lines constant jsonb := private.json_of(p_lines);
  v_line jsonb;
begin
  if v_lines is null or jsonb_typeof(v_lines) <> 'array' then
    perform private.refuse(422, 'wrong_lines', 'Your cart could not be loaded. Reload the page and try again.');
  end if;
  if jsonb_array_length(v_lines) > 50 then
    perform private.refuse(422, 'too_many_lines', 'A cart can hold 50 lines.', '{"limit": 50}');
  end if;
  if pg_column_size(v_lines) > 100000 then
    perform private.refuse(422, 'wrong_lines', 'This cart is too large. Remove some items.');
  end if;
  for v_index in 0 .. jsonb_array_length(v_lines) - 1 loop
    line := v_index;
    v_line := v_lines -> line;
    perform private.refuse_line(line, v_line);
    variant_id := private.uuid_of(v_line ->> 'variant_id');
    quantity := (v_line ->> 'quantity')::numeric::int;
    options := coalesce(nullif(v_line -> 'options', 'null'), '{}');
    design_id := private.uuid_of(v_line ->> 'design_id');
    offer_id := private.uuid_of(v_line ->> 'offer_id');
    return next;
  end loop;
end;
$$;
comment on function private.cart_lines(jsonb) is 'The lines of a cart, numbered from 0; refuses what is no cart.';

create function private.refuse_line(p_line int, p_value jsonb) returns void
language plpgsql immutable
set search_path = ''
as $$
declare
  v_details constant jsonb := jsonb_build_object('line', p_line);
  v_quantity numeric;
begin
  if jsonb_typeof(p_value) is distinct from 'object' then
    perform private.refuse(422, 'wrong_lines', 'Your cart is not valid. Reload the page and try again.', v_details);
  end if;
  if jsonb_typeof(p_value -> 'variant_id') is distinct from 'string'
    or private.uuid_of(p_value ->> 'variant_id') is null then
    perform private.refuse(422, 'unknown_variant', 'An item in your cart is not valid. Remove it and add it again.', v_details);
  end if;
  if jsonb_typeof(p_value -> 'quantity') is distinct from 'number' then
    perform private.refuse(422, 'wrong_quantity', 'Enter a quantity from 1 to 999.', v_details);
  end if;
  v_quantity := (p_value ->> 'quantity')::numeric;
  if v_quantity <> trunc(v_quantity) or v_quantity not between 1 and 999 then
    perform private.refuse(422, 'wrong_quantity', 'Enter a quantity from 1 to 999.', v_details);
  end if;
  if coalesce(jsonb_typeof(p_value -> 'options'), 'null') not in ('object', 'null') then
    perform private.refuse(422, 'wrong_options', 'The options are not valid. Reload the page and choose again.', v_details);
  end if;
  if (select count(*) > 40 from jsonb_object_keys(coalesce(nullif(p_value -> 'options', 'null'), '{}'))) then
    perform private.refuse(422, 'wrong_options', 'Too many options were chosen. Reload the page and choose again.', v_details);
  end if;
  if private.is_wrong_id(p_value -> 'design_id') or private.is_wrong_id(p_value -> 'offer_id') then
    perform private.refuse(422, 'wrong_lines', 'Use the ID of the design or offer.', v_details);
  end if;
end;
$$;
comment on function private.refuse_line(int, jsonb) is 'Refuses a line that no cart of ours can hold, and says why.';

create function private.is_wrong_id(p_value jsonb) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  return coalesce(jsonb_typeof(p_value), 'null') <> 'null'
    and (jsonb_typeof(p_value) <> 'string' or private.uuid_of(p_value #>> '{}') is null);
end;
$$;
comment on function private.is_wrong_id(jsonb) is 'Whether something is there and is no id.';
