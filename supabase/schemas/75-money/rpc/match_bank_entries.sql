-- Which orders the payments of a statement are for. Says it and changes nothing: whoever looks at the
-- preview decides, line by line.

create function private.match_bank_entries(p_account text, p_entries jsonb) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- By keys alone, whatever the planner knew when the connection was new.
set enable_seqscan = off
as $$
declare
  v_entries constant jsonb := private.json_of(p_entries);
begin
  perform private.require_reader('owner', 'fulfilment');
  if jsonb_typeof(v_entries) is distinct from 'array' or jsonb_array_length(v_entries) not between 1 and 2000 then
    perform private.refuse(422, 'wrong_entries', 'Read 1 to 2,000 payments at a time. Export a shorter period from your bank.', '{"limit": 2000}');
  end if;
  perform private.check_bank_entry(p_account, e) from jsonb_array_elements(v_entries) e;
  return (
    with entry as materialized (
      select x.n, private.bank_identity(p_account, x.e) as identity, (x.e ->> 'booked_on')::date as booked_on,
        (x.e ->> 'amount_minor')::int as amount, x.e ->> 'currency' as currency, x.e ->> 'payer' as payer,
        (x.e ->> 'payer') || ' ' || (x.e ->> 'message') as said, x.e ->> 'message' as message
      from jsonb_array_elements(v_entries) with ordinality x (e, n)
    ), known as materialized (
      -- What waits to be matched is looked at again.
      select e.n, private.bank_entry_state(b) as state, b.status <> 'unmatched' as is_settled
      from entry e cross join lateral (select * from public.bank_entries r where r.identity = e.identity limit 1) b
    ), alike as materialized (
      -- The same payment as another export of the bank tells it: of the same payer, as far as it names one.
      select e.n from entry e
      where not exists (select from known k where k.n = e.n) and exists (
        select from public.bank_entries b
        where b.account = p_account and b.booked_on = e.booked_on and b.amount_minor = e.amount and b.currency = e.currency
          and b.identity <> all (select f.identity from entry f where f.booked_on = e.booked_on and f.amount = e.amount)
          and private.is_name_like(private.name_words(coalesce(nullif(e.payer, ''), e.message)), private.name_words(b.payer || ' ' || b.message)))
    ), named as materialized (
      -- Of the spellings of one place, the shortest that is an order.
      select distinct on (e.n, f.place / 10) e.n, e.amount, f.is_marked, f.place, o.id,
        case when o.currency = e.currency then greatest(private.balance(o), 0) else 0 end as due
      from entry e cross join lateral (
        select t.number, t.is_marked, t.place from private.transfer_numbers(e.message) t
        union all
        -- The number of an invoice, which begins with the code of its seller.
        select r.number, true, 900 + d.place::int * 10
        from regexp_matches(upper(e.message), '(?:^|[^0-9A-Z])([0-9A-Z]{1,8})[^0-9A-Z]{0,2}I([0-9]{6,9})', 'g') with ordinality d (found, place)
        cross join lateral (select x.order_id from public.documents x where x.number = d.found[1] || '-I' || d.found[2] limit 1) x
        cross join lateral (select o.number from public.order_records o where o.id = x.order_id limit 1) r
      ) f cross join lateral (select * from public.order_records r where r.number = f.number limit 1) o
      order by e.n, f.place / 10, f.place
    ), meant as materialized (
      select m.*, count(*) filter (where m.is_marked) over own > 0 as has_marked, sum(m.due) over own as every_due,
        sum(m.due) filter (where m.is_marked) over own as marked_due
      -- An order that is named twice is named once.
      from (select distinct on (n, id) * from named order by n, id, is_marked desc, place) m
      window own as (partition by m.n)
    ), judged as materialized (
      select m.n, case
          when count(*) > 1 then 'split'
          when bool_and(m.is_marked) then 'reference'
          when sum(m.due) = m.amount then 'number' else 'maybe_number' end as reason,
        coalesce(array_agg(m.id order by m.place) filter (where m.due > 0), array_agg(m.id order by m.place)) as ids
      from meant m
      -- A number without KW counts beside one with it only where both together come to the amount.
      where m.is_marked or not m.has_marked or m.every_due = m.amount and m.marked_due <> m.amount
      group by m.n, m.amount
    ), open_order as materialized (
      select o.id, o.currency, private.balance(o) as due, lower(c.email) as email,
        private.name_words(c.address ->> 'name') as name, private.name_words(concat_ws(' ', c.company ->> 'name', c.company #>> '{billing,name}')) as company
      from public.order_records o cross join lateral (select * from private.order_contacts x where x.order_id = o.id limit 1) c
      where o.status = 'awaiting_payment' and exists (
        select from entry e where not exists (select from judged j where j.n = e.n) and not exists (select from known k where k.n = e.n and k.is_settled))
    ), nameless as materialized (
      select e.n, e.amount, e.currency, e.said, private.name_words(e.payer) as name from entry e
      where not exists (select from judged j where j.n = e.n) and not exists (select from known k where k.n = e.n and k.is_settled)
    ), guessed as materialized (
      select u.n, o.id, case
          when strpos(lower(u.said), o.email) > 0 then 1
          when private.is_name_like(u.name, o.name) or private.is_name_like(u.name, o.company) then 2
          else 3 end as rank
      from nameless u join open_order o on o.due = u.amount and o.currency = u.currency
      union
      select u.n, o.id, 1 from nameless u cross join lateral (
        select distinct lower(m.found[1]) as email from regexp_matches(u.said, '([^[:space:]<>"]{1,64}@[^[:space:]<>",;]{3,190})', 'g') m (found) limit 5
      ) m join open_order o on o.email = m.email and o.currency = u.currency
    ), best as materialized (
      select g.n, (array['email', 'name', 'amount'])[min(g.rank)] as reason, (array_agg(g.id order by g.rank, g.id))[1:5] as ids
      from guessed g group by g.n
      -- What it comes to says something only where one order alone comes to that.
      having min(g.rank) < 3 or count(distinct g.id) = 1
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'known', k.state, 'is_alike', a.n is not null,
      'reason', case when k.is_settled is not true then coalesce(j.reason, b.reason) end,
      'orders', case when k.is_settled then '[]'::jsonb else (
        select coalesce(jsonb_agg(private.payable_order(o) || jsonb_build_object('is_by_hand', exists (
            select from public.payments p where p.order_id = o.id and p.kind = 'capture' and p.provider = 'invoice' and p.amount_minor = e.amount
              and p.at >= e.booked_on and not exists (select from public.bank_entry_payments l where l.payment_id = p.id))) order by i.place), '[]')
        from unnest(coalesce(j.ids, b.ids)) with ordinality i (id, place)
        cross join lateral (select * from public.order_records r where r.id = i.id limit 1) o) end
    ) order by e.n), '[]')
    from entry e left join known k on k.n = e.n left join alike a on a.n = e.n
    left join judged j on j.n = e.n left join best b on b.n = e.n);
end;
$$;
call pg_temp.expose('match_bank_entries', 'authenticated', 'nobody may read contacts.',
  'For each payment of a statement [{booked_on, amount_minor, currency, payer, message, bank_reference, ordinal}] what is known of it and which orders it is for. Of the reasons, reference and number are certain, the others are suggestions. Staff: owner, fulfilment. Refuses with not_allowed, wrong_entries, wrong_entry.
Gives {
  is_alike: boolean;
  known: {
    by: string;
    id: string;
    note: string;
    numbers: string[];
    settled_at: string | null;
    status: "unmatched" | "recorded" | "set_aside";
  } | null;
  orders: {
    captured_minor: number;
    currency: string;
    due_minor: number;
    email: string;
    id: string;
    is_by_hand: boolean;
    name: string | null;
    number: string;
    placed_at: string;
    status: <order_status>;
    total_minor: number;
  }[];
  reason: "reference" | "number" | "split" | "maybe_number" | "email" | "name" | "amount" | null;
}[]');
