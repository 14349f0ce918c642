-- How far visits came in the last days, of visitors who agreed to be counted, beside all orders of the same
-- days: sums that name nobody, from the shop's own rows and no other host's.

create function private.visit_funnel(p_days int) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_from constant date := (now() at time zone 'UTC')::date - (greatest(coalesce(p_days, 0), 1) - 1);
  v_orders bigint;
  v_paid bigint;
begin
  perform private.require_reader('owner', 'fulfilment');
  if p_days is null or p_days not between 7 and 366 then
    perform private.refuse(422, 'wrong_window', 'Choose a period of 7 to 366 days.', '{"from": 7, "to": 366}');
  end if;
  select count(*), count(*) filter (where o.captured_minor > o.refunded_minor) into v_orders, v_paid
  from public.order_records o where o.placed_at >= v_from::timestamp at time zone 'UTC';
  return jsonb_build_object(
    'from', v_from, 'to', (now() at time zone 'UTC')::date,
    'steps', (
      select jsonb_agg(jsonb_build_object('step', s.name, 'visits', coalesce(v.visits, 0)) order by s.n)
      from unnest(array['product_viewed', 'cart_line_added', 'cart_viewed', 'checkout_started', 'order_placed']) with ordinality s (name, n)
      left join (
        select d.step, sum(d.visits) as visits from private.visit_days d where d.day >= v_from group by d.step
      ) v on v.step = s.name),
    'orders', v_orders, 'paid', v_paid);
end;
$$;
grant execute on function private.visit_funnel(int) to authenticated;
comment on function private.visit_funnel(int) is
  'Body of public.visit_funnel. Security definer: sums over visits and orders of everybody.';

create function public.visit_funnel(p_days int default 30) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.visit_funnel(p_days)
$$;
grant execute on function public.visit_funnel(int) to authenticated;
comment on function public.visit_funnel(int) is
  'How many counted visits came to each step of buying, and all orders beside them: {from, to, steps: [{step, visits}], orders, paid}. Names nobody. Staff: owner, fulfilment. Refuses with not_allowed, wrong_window.';
