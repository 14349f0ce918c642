-- Orders that a payment may be for, as whoever matches one by hand looks for them.

create function private.find_payable_orders(p_text text, p_currency text default 'EUR') returns jsonb
language plpgsql stable security definer
set search_path = ''
set enable_seqscan = off
as $$
declare
  v_text constant text := btrim(left(coalesce(p_text, ''), 200));
  v_name constant text[] := private.name_words(v_text);
  -- 12.50, 12,50 and 12 euros alike.
  v_amount constant bigint := case when v_text ~ '^[0-9]{1,7}([.,][0-9]{1,2})?$'
    then (replace(v_text, ',', '.')::numeric * 100)::bigint end;
begin
  perform private.require_reader('owner', 'fulfilment');
  if length(v_text) < 2 then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(private.payable_order(o) order by x.rank, o.placed_at desc), '[]')
    from (
      select u.id, min(u.rank) as rank from (
        select o.id, 1 as rank from public.order_records o where o.number = private.order_number_of(v_text)
        union all
        (select c.order_id, 2 from private.order_contacts c where lower(c.email) = lower(v_text) limit 20)
        union all
        (select o.id, 3 from public.order_records o cross join lateral (select * from private.order_contacts k where k.order_id = o.id limit 1) c
        where o.status = 'awaiting_payment' and o.currency = p_currency and (
          private.balance(o) = v_amount or starts_with(lower(c.email), lower(v_text))
          -- Each word that was typed begins one of the name.
          or cardinality(v_name) > 0 and not exists (
            select from unnest(v_name) w where not exists (
              select from unnest(private.name_words(concat_ws(' ', c.address ->> 'name', c.company ->> 'name'))) n where starts_with(n, w))))
        order by o.pay_by limit 20)
      ) u group by u.id order by 2 limit 20
    ) x cross join lateral (select * from public.order_records r where r.id = x.id limit 1) o);
end;
$$;
call pg_temp.expose('find_payable_orders', 'authenticated', 'nobody may read contacts.',
  'At most twenty orders by number or e-mail, and of those that wait for a payment by name or by the amount that is due. Whoever deleted their account has no name. Staff: owner, fulfilment. Refuses with not_allowed.
Gives {
  captured_minor: number;
  currency: string;
  due_minor: number;
  email: string;
  id: string;
  name: string | null;
  number: string;
  placed_at: string;
  status: <order_status>;
  total_minor: number;
}[]');
