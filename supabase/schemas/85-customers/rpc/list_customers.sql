-- The customers as a table of the desk reads them: a page after the last row seen. Whoever sees contacts
-- masked finds a person by the whole address or by the number of an order, and by no part of them.

create function private.list_customers(
  p_search text default '', p_kind text default null, p_is_open boolean default null, p_is_banned boolean default null,
  p_sort text default 'last_order_at', p_is_ascending boolean default false,
  p_after_value text default null, p_after_id uuid default null, p_most int default 100
) returns table (
  id uuid, kind text, name text, email text, orders int, open_orders int, other_orders int,
  spent_minor bigint, due_minor bigint, currency text, last_order_at timestamptz, since timestamptz, is_banned boolean
)
language plpgsql security definer
set search_path = ''
as $$
declare
  v_sees boolean;
  v_search constant text := lower(btrim(left(coalesce(p_search, ''), 254)));
  v_number constant text := private.order_number_of(p_search);
  v_sort text;
  v_types constant jsonb := '{"name": "text", "email": "text", "orders": "int", "spent_minor": "bigint", "due_minor": "bigint", "last_order_at": "timestamptz", "since": "timestamptz"}';
  -- An array and no join, so that the few who are banned are found by their key.
  v_banned constant text := 'k.user_id = any (array(select b.user_id from private.list_bans b where coalesce(b.until > now(), true)))';
  v_where text := 'true';
begin
  perform private.require_reader('owner', 'fulfilment', 'support');
  perform private.count_customers();
  v_sees := private.sees_contacts();
  -- In the order of what is masked, it could be guessed.
  v_sort := case when v_types ? p_sort and (v_sees or p_sort not in ('name', 'email')) then p_sort else 'last_order_at' end;
  if v_number ~ '^KW-[0-9]+$' then
    v_where := v_where || ' and k.id = private.customer_of_order((select o.id from public.order_records o where o.number = $2))';
  elsif v_search <> '' then
    v_where := v_where || case when v_sees then ' and k.email || '' '' || lower(k.name) like $1' else ' and k.email = $1' end;
  end if;
  v_where := v_where || case p_kind when 'account' then ' and k.user_id is not null' when 'guest' then ' and k.user_id is null' else '' end
    || case when p_is_open then ' and k.open_orders > 0' when not p_is_open then ' and k.open_orders = 0' else '' end
    || case when p_is_banned then ' and ' || v_banned when not p_is_banned then ' and (' || v_banned || ') is not true' else '' end;
  if p_after_id is not null then
    v_where := v_where || format(' and (k.%1$I, k.id) %2$s ($3::%3$s, $4)', v_sort,
      case when p_is_ascending then '>' else '<' end, v_types ->> v_sort);
  end if;
  return query execute format($sql$
    select k.id, case when k.user_id is null then 'guest' else 'account' end,
      case when $5 then k.name else private.mask_name(k.name) end,
      case when $5 or k.email = '' then k.email else private.mask_email(k.email) end,
      k.orders, k.open_orders, k.other_orders, k.spent_minor, k.due_minor, k.currency,
      nullif(k.last_order_at, '-infinity'), k.since, coalesce(%1$s, false)
    from private.customers k where %2$s
    order by k.%3$I %4$s, k.id %4$s limit $6
  $sql$, v_banned, v_where, v_sort, case when p_is_ascending then 'asc' else 'desc' end)
  using case when v_sees then '%' || regexp_replace(v_search, '([\\%_])', '\\\1', 'g') || '%' else v_search end,
    v_number, case when v_sort = 'last_order_at' then coalesce(p_after_value, '-infinity') else p_after_value end,
    p_after_id, v_sees, least(greatest(coalesce(p_most, 100), 1), 1000);
end;
$$;
call pg_temp.expose('list_customers', 'authenticated', 'nobody may read customers.',
  'A page of customers, p_most after the row with p_after_value and p_after_id; sums are in the shop''s currency, and other_orders are those that they leave out. Support gets names and addresses masked, finds by a whole address or an order number alone, and sorts by neither. Staff: owner, fulfilment, support. Refuses with not_allowed.
Gives {
  id: string;
  kind: "account" | "guest";
  name: string;
  email: string;
  orders: number;
  open_orders: number;
  other_orders: number;
  spent_minor: number;
  due_minor: number;
  currency: string;
  last_order_at: string | null;
  since: string;
  is_banned: boolean;
}[]');

create function private.customer_of_order(p_order uuid) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_user uuid;
  v_email text;
begin
  select o.user_id, lower(c.email) into v_user, v_email
  from public.order_records o join private.order_contacts c on c.order_id = o.id where o.id = p_order;
  if v_user is not null then
    return v_user;
  end if;
  return (
    select k.id from private.customers k
    where k.email = v_email and not private.is_nobodys(v_email) and (k.is_proven or k.user_id is null)
    order by k.is_proven desc limit 1);
end;
$$;
comment on function private.customer_of_order(uuid) is 'Whose an order is, as an id of customers; null where nobody is behind it any more.';
