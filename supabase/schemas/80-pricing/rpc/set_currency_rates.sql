-- The owner enters the rates of a day, all of them or none: those of a file, once it was looked at.

create function private.is_rate(p_rate jsonb) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  return coalesce(jsonb_typeof(p_rate) = 'object'
    and p_rate ->> 'code' ~ '^[A-Z]{3}$'
    and p_rate ->> 'per_euro' ~ '^[0-9]{1,8}(\.[0-9]{1,6})?$'
    and p_rate ->> 'rated_on' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
    and pg_input_is_valid(p_rate ->> 'rated_on', 'date')
    and p_rate ->> 'version' ~ '^[0-9]{1,9}$', false);
end;
$$;
comment on function private.is_rate(jsonb) is 'Whether it is {code, per_euro, rated_on, version}, its rate in figures. For set_currency_rates alone.';

create function private.set_currency_rates(p_rates jsonb, p_key uuid default null) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_rates constant jsonb := private.json_of(p_rates);
  v_known jsonb;
  v_changed text[];
  v_written int;
begin
  perform private.require_staff('owner');
  if jsonb_typeof(v_rates) is distinct from 'array' or jsonb_array_length(v_rates) not between 1 and 200
    or exists (select from jsonb_array_elements(v_rates) r where not private.is_rate(r))
    or (select count(distinct r ->> 'code') <> count(*) from jsonb_array_elements(v_rates) r) then
    perform private.refuse(422, 'wrong_rates', 'These are not exchange rates. Choose the file again.');
  end if;
  v_known := private.known_answer(p_key, concat_ws('|', 'rates', v_rates));
  if v_known is not null then
    return (v_known #>> '{}')::int;
  end if;
  if exists (
    select from jsonb_array_elements(v_rates) r
    where (r ->> 'per_euro')::numeric = 0 or (r ->> 'rated_on')::date > current_date or (r ->> 'rated_on')::date < '1999-01-04') then
    perform private.refuse(422, 'impossible_rate', 'A rate is more than 0, and its day is not in the future.');
  end if;
  perform 1 from public.currency_rates c
  where c.code in (select r ->> 'code' from jsonb_array_elements(v_rates) r) order by c.code for no key update;
  v_changed := array(
    select r ->> 'code' from jsonb_array_elements(v_rates) r
    where not exists (
      select from public.currency_rates c where c.code = r ->> 'code' and c.version = (r ->> 'version')::int)
    order by 1);
  if v_changed <> '{}' then
    perform private.refuse(409, 'rates_changed', 'Someone else changed these currencies in the meantime: '
      || array_to_string(v_changed, ', ') || '. Compare again, then save.', jsonb_build_object('codes', to_jsonb(v_changed)));
  end if;
  update public.currency_rates c set per_euro = (r ->> 'per_euro')::numeric, rated_on = (r ->> 'rated_on')::date
  from jsonb_array_elements(v_rates) r
  where c.code = r ->> 'code' and (c.per_euro, c.rated_on) is distinct from ((r ->> 'per_euro')::numeric, (r ->> 'rated_on')::date);
  get diagnostics v_written = row_count;
  perform private.keep_answer(p_key, to_jsonb(v_written));
  return v_written;
end;
$$;
call pg_temp.expose('set_currency_rates', 'authenticated',
  'rates of a file are written together, and its key is kept.',
  'Writes new rates of currencies that are there, [{code, per_euro: text in figures, rated_on, version: the one that was seen}], all or none. Staff: owner. Gives how many changed, the same for the same key. Refuses with not_allowed, key_reused, wrong_rates, impossible_rate, rates_changed (with codes).');
