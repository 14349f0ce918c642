-- How far visits came in a period, of visitors who agreed to be counted, beside all orders of the same
-- days: sums that name nobody, from the shop's own rows and no other host's.

create function private.visit_funnel(p_from date, p_to date) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_orders bigint;
  v_paid bigint;
begin
  perform private.require_reader('owner', 'fulfilment');
  if p_from is null or p_to is null or p_to - p_from not between 0 and 365 then
    perform private.refuse(422, 'wrong_period', 'Choose a period of one year at most.');
  end if;
  select count(*), count(*) filter (where o.captured_minor > o.refunded_minor) into v_orders, v_paid
  from public.order_records o where o.placed_at >= p_from::timestamp at time zone 'UTC' and o.placed_at < (p_to + 1)::timestamp at time zone 'UTC';
  return jsonb_build_object(
    'from', p_from, 'to', p_to,
    'steps', (
      select jsonb_agg(jsonb_build_object('step', s.name, 'visits', coalesce(v.visits, 0)) order by s.n)
      from unnest(array['product_viewed', 'cart_line_added', 'cart_viewed', 'checkout_started', 'order_placed']) with ordinality s (name, n)
      left join (
        select d.step, sum(d.visits) as visits from private.visit_days d where d.day between p_from and p_to group by d.step
      ) v on v.step = s.name),
    'orders', v_orders, 'paid', v_paid);
end;
$$;
call pg_temp.expose('visit_funnel', 'authenticated', 'sums over visits and orders of everybody.',
  'How many counted visits came to each step of buying, and all orders beside them. Names nobody. Staff: owner, fulfilment. Refuses with not_allowed, wrong_period.
Gives {
  from: string;
  orders: number;
  paid: number;
  steps: { step: "product_viewed" | "cart_line_added" | "cart_viewed" | "checkout_started" | "order_placed"; visits: number }[];
  to: string;
}');
