-- The stages of an order, and how it moves: along private.order_moves or not at all, with a row of history
-- each time. `npm run db:change` writes both tables for TypeScript, into src/features/orders/model/order-stages.ts.

create function private.is_gated(p_to public.order_status) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_to between 'in_production' and 'shipped'
$$;
comment on function private.is_gated(public.order_status) is 'Whether work or goods go into an order that moves there, so that it has to be paid.';

create table private.order_stages (
  status public.order_status primary key,
  name text not null,
  tone text not null check (tone in ('waiting', 'good', 'bad', 'plain')),
  ending text check ((ending is not null) = (status > 'delivered') and ending <> ''),
  key text check (key <> ''),
  mail text check (mail <> ''),
  is_paid boolean not null generated always as (status between 'paid' and 'delivered') stored,
  is_here boolean not null generated always as (status < 'shipped') stored,
  is_gated boolean not null generated always as (private.is_gated(status)) stored
);
comment on table private.order_stages is 'What a stage of an order is called and what holds in it.';
comment on column private.order_stages.ending is 'What it means that it ended so; null for a stage on the way.';
comment on column private.order_stages.key is 'What the key says that moves an order on to it; null where its name does.';
comment on column private.order_stages.is_paid is 'Whether it was paid and goes on.';
comment on column private.order_stages.is_here is 'Whether it goes on and nothing of it need have left.';
comment on column private.order_stages.mail is 'What the e-mail says that follows a move to it; null where none does.';
insert into private.order_stages (status, name, tone, ending, key, mail) values
  ('awaiting_payment', 'Waiting for payment', 'waiting', null, null, null),
  ('paid', 'Paid', 'good', null, null, null),
  ('in_production', 'In production', 'good', null, 'Start production', 'it is being made'),
  ('ready_to_ship', 'Packed', 'good', null, 'Mark as packed', 'it is packed'),
  ('shipped', 'Shipped', 'good', null, 'Mark order as shipped', 'it is on its way'),
  ('delivered', 'Delivered', 'good', null, 'Mark as delivered', 'it has arrived'),
  ('expired', 'Expired', 'bad', 'the order ended and nothing was shipped', null, null),
  ('cancelled', 'Cancelled', 'plain', 'nothing more will be shipped', null, 'it is cancelled'),
  ('refunded', 'Refunded', 'plain', 'your payment was refunded', null, null);

create table private.order_moves (
  from_status public.order_status not null,
  to_status public.order_status not null,
  who text not null check (who in ('customer', 'staff', 'shop')),
  needs_reason boolean not null default false,
  leaves text[] not null default '{}' check (leaves <@ array['money', 'mail'] and (who = 'staff' or leaves = '{}')),
  primary key (from_status, to_status, who)
);
comment on table private.order_moves is 'Who may move an order from where to where.';
comment on column private.order_moves.who is 'customer: by cancel_order; staff: by transition_orders; shop: by itself, as when money comes.';
comment on column private.order_moves.needs_reason is 'Whether one must say why.';
comment on column private.order_moves.leaves is 'What stays of a move that staff make, whatever is done afterwards.';
insert into private.order_moves (from_status, to_status, who, needs_reason, leaves) values
  ('awaiting_payment', 'cancelled', 'customer', false, '{}'),
  ('paid', 'cancelled', 'customer', false, '{}'),
  ('in_production', 'cancelled', 'customer', false, '{}'),
  ('ready_to_ship', 'cancelled', 'customer', false, '{}'),
  ('awaiting_payment', 'paid', 'staff', false, '{money,mail}'),
  ('awaiting_payment', 'cancelled', 'staff', true, '{mail}'),
  ('paid', 'in_production', 'staff', false, '{mail}'),
  ('paid', 'ready_to_ship', 'staff', false, '{mail}'),
  ('paid', 'cancelled', 'staff', true, '{mail}'),
  ('in_production', 'ready_to_ship', 'staff', false, '{mail}'),
  ('in_production', 'paid', 'staff', true, '{}'),
  ('in_production', 'cancelled', 'staff', true, '{mail}'),
  ('ready_to_ship', 'shipped', 'staff', false, '{mail}'),
  ('ready_to_ship', 'in_production', 'staff', true, '{mail}'),
  ('ready_to_ship', 'paid', 'staff', true, '{}'),
  ('ready_to_ship', 'cancelled', 'staff', true, '{mail}'),
  ('shipped', 'delivered', 'staff', false, '{mail}'),
  ('delivered', 'shipped', 'staff', true, '{mail}'),
  ('awaiting_payment', 'paid', 'shop', false, '{}'),
  ('awaiting_payment', 'expired', 'shop', false, '{}'),
  ('awaiting_payment', 'cancelled', 'shop', true, '{}'),
  ('expired', 'paid', 'shop', false, '{}'),
  ('paid', 'refunded', 'shop', false, '{}'),
  ('in_production', 'refunded', 'shop', false, '{}'),
  ('ready_to_ship', 'refunded', 'shop', false, '{}'),
  ('shipped', 'refunded', 'shop', false, '{}'),
  ('delivered', 'refunded', 'shop', false, '{}');

create function private.move_orders(
  p_orders uuid[], p_from public.order_status, p_to public.order_status, p_who text, p_reason text
) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  v_moved uuid[];
  v_from public.order_status[];
begin
  with moving as (
    select o.id, o.status from public.order_records o
    join private.order_moves m on m.from_status = o.status and m.to_status = p_to and m.who = p_who
    where o.id = any (p_orders) and (p_from is null or o.status = p_from)
      and (not m.needs_reason or length(btrim(coalesce(p_reason, ''))) >= 2)
    order by o.id for update of o
  ), moved as (
    update public.order_records o set
      status = p_to,
      -- As the trigger would, which costs a call for each order.
      version = o.version + 1, updated_at = now(),
      paid_at = case when p_to = 'paid' then coalesce(o.paid_at, now()) else o.paid_at end,
      confirmed_at = case when p_to = 'paid' then coalesce(o.confirmed_at, now()) else o.confirmed_at end,
      keep_until = case when p_to <> 'paid' then o.keep_until end,
      closed_at = case when p_to in ('expired', 'cancelled', 'refunded') then clock_timestamp() when p_to = 'paid' then null else o.closed_at end,
      -- Nobody need answer for an order that goes nowhere.
      address_question = case when p_to not in ('expired', 'cancelled', 'refunded') then o.address_question end
    from moving where o.id = moving.id
    returning o.id, moving.status
  )
  select coalesce(array_agg(id order by id), '{}'), array_agg(status order by id) into v_moved, v_from from moved;
  if p_to = 'paid' then
    perform private.pay_holds(v_moved);
  end if;
  perform private.record_events(v_moved, 'moved', p_reason, v_from, p_to, null, null, p_who = 'shop');
  return v_moved;
end;
$$;
comment on function private.move_orders(uuid[], public.order_status, public.order_status, text, text) is
  'Moves those of the orders that the table of moves allows, from one status alone where one is named, and says which they were.';

create function private.move_order(
  p_order uuid, p_from public.order_status, p_to public.order_status, p_who text, p_reason text default ''
) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  return cardinality(private.move_orders(array[p_order], p_from, p_to, p_who, p_reason)) = 1;
end;
$$;
comment on function private.move_order(uuid, public.order_status, public.order_status, text, text) is
  'Moves an order if the table of moves allows it and it still is where the caller thinks; false otherwise.';

create function private.change_code_uses(p_given_back uuid[], p_order uuid, p_codes jsonb, p_user uuid, p_email text)
returns boolean
language plpgsql
set search_path = ''
set enable_seqscan = off
as $$
declare
  v_change record;
begin
  if p_codes = '[]' and cardinality(p_given_back) = 0 then
    return true;
  end if;
  -- Codes come after kits and pools, and sorted: the same order for everybody.
  for v_change in
    with back as (
      update private.discount_uses set given_back_at = now()
      where order_id = any (p_given_back) and given_back_at is null returning code_id, counted_at
    )
    select x.id, sum(x.uses)::int as uses, bool_or(x.uses > 0) as takes from (
      select code_id as id, -1 as uses from back where counted_at is not null
      union all
      -- What nobody answers for takes the last use from nobody.
      select (c ->> 'id')::uuid, 1 from jsonb_array_elements(p_codes) c where private.proven_email() is not null
    ) x group by x.id order by x.id
  loop
    update public.discount_codes set used_count = used_count + v_change.uses
    where id = v_change.id and (most_uses is null or used_count + v_change.uses <= most_uses);
    if not found then
      return false;
    end if;
  end loop;
  insert into private.discount_uses (order_id, code_id, user_id, email, amount_minor, position, rule, counted_at)
  select p_order, d.id, p_user, lower(p_email), (c.code ->> 'amount_minor')::int, c.place, private.code_rule(d),
    case when private.proven_email() is not null then now() end
  from jsonb_array_elements(p_codes) with ordinality c (code, place)
  join public.discount_codes d on d.id = (c.code ->> 'id')::uuid;
  return true;
end;
$$;
comment on function private.change_code_uses(uuid[], uuid, jsonb, uuid, text) is
  'Gives back the codes of orders that came to nothing and notes those of a new one; false when one is used up by now. Those of a guest count once the order is confirmed.';

create function private.balance_due(p_order public.order_records) returns int
language plpgsql immutable
set search_path = ''
as $$
begin
  return greatest(private.balance(p_order), 0);
end;
$$;
comment on function private.balance_due(public.order_records) is
  'What an order costs beyond what came and stayed. Until it is nothing, no order is made, packed or shipped without a reason.';

create function private.despite_due(p_reason text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if length(btrim(p_reason)) < 3 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of at least 3 characters to continue with a balance due.', '{"least": 3}');
  elsif length(btrim(p_reason)) > 500 then
    perform private.refuse(422, 'reason_too_long', 'Shorten the reason to 500 characters or fewer.', '{"limit": 500}');
  end if;
  return btrim(p_reason);
end;
$$;
comment on function private.despite_due(text) is 'The reason to go on with a balance due, checked; null where none was given.';

create function private.record_open_balance(p_orders uuid[], p_due jsonb, p_reason text) returns void
language sql
set search_path = ''
as $$
  select private.record_event(o.id, 'balance_left_open', p_reason,
    p_after => jsonb_build_object('due_minor', p_due -> o.id::text, 'currency', o.currency))
  from public.order_records o where o.id = any (p_orders) and p_due ? o.id::text order by o.id
$$;
comment on function private.record_open_balance(uuid[], jsonb, text) is
  'Notes who let which of the orders go on with how much due, and why. The amounts are named by order.';

create function private.mail_about_orders(p_orders uuid[], p_kind text, p_facts text[], p_more jsonb) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
as $$
begin
  perform private.queue_mails(p_kind, array_agg(m.email), array_agg(m.id || ':' || m.fact), array_agg(m.payload), array_agg(m.user_id))
  from (
    select o.id, coalesce(f.fact, 'v' || o.version) as fact, c.email, o.user_id, jsonb_build_object(
      'order_id', o.id, 'number', o.number, 'status', o.status, 'name',
      -- A colleague who writes has read the name.
      case when c.may_write or p_kind = 'order_message' then c.address ->> 'name' end,
      'currency', o.currency, 'is_guest', o.user_id is null, 'lines', coalesce(l.lines, '[]'))
      || case when p_kind in ('stage_changed', 'order_shipped', 'order_delivered') then p_more
      -- The others tell of money too.
      else jsonb_build_object(
        'subtotal_minor', o.subtotal_minor, 'discount_minor', o.discount_minor,
        'shipping_minor', o.shipping_minor, 'shipping_method', o.shipping_method_name, 'tax_minor', o.tax_minor,
        'tax_included_minor', o.tax_included_minor, 'total_minor', o.total_minor,
        'captured_minor', o.captured_minor, 'refunded_minor', o.refunded_minor, 'payment', o.payment,
        'pay_by', o.pay_by, 'due_minor', o.due_minor, 'refund_due_minor', o.refund_due_minor) || p_more
        || case when o.ships_together then jsonb_build_object('ships_together', true, 'waits_for', private.part_waited_for(o.id)) else '{}' end
        || case when o.payment = 'invoice' and o.due_minor > 0
          then jsonb_build_object('account', private.bank_account_for(o.currency)) else '{}' end
        -- The invoice of a payment comes with its commit; until somebody sells, it waits.
        || case when p_kind = 'payment_received' then jsonb_build_object('has_documents', (private.seller_now()).id is not null)
          when p_kind = 'order_refunded' then jsonb_build_object('has_documents', exists (select from public.documents d where d.order_id = o.id))
          else '{}' end
      end
      -- Who is written to without an account has no other way to the whole order, its invoice included.
      || case when o.user_id is null then jsonb_strip_nulls(jsonb_build_object('token', private.guest_secret(o.record)))
      else '{}' end as payload
    from unnest(p_orders, p_facts) f (order_id, fact)
    -- One by one through the key: a join would look at all orders for a few.
    cross join lateral (select r.*, r as record, private.due_now(r) as due_minor from public.order_records r where r.id = f.order_id limit 1) o
    cross join lateral (
      select r.*, private.may_write_to(o.record, r) as may_write from private.order_contacts r where r.order_id = o.id limit 1) c
    cross join lateral (
      select jsonb_agg(jsonb_build_object(
        'id', l.id, 'variant_id', l.variant_id, 'kind', l.kind, 'has_design', l.design is not null,
        'title', l.title, 'variant_title', l.variant_title, 'flaws', l.flaws, 'quantity', l.quantity, 'url', l.url,
        'options', l.options, 'total_minor', l.total_minor) order by l.position) as lines
      from public.order_lines l where l.order_id = o.id
    ) l
    -- A mailbox that nobody answers for is asked once, and told nothing else but what colleagues write.
    where c.may_write or p_more ? 'asks' or private.is_staff()
  ) m;
end;
$$;
comment on function private.mail_about_orders(uuid[], text, text[], jsonb) is
  'Queues a mail to whoever placed each of the orders, with what a mail of that kind needs to know. The lists name one order in each place; without a list of facts, the fact is what each order has become.';

create function private.mail_about_order(p_order uuid, p_kind text, p_fact text, p_more jsonb default '{}') returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.mail_about_orders(array[p_order], p_kind, array[p_fact], p_more);
end;
$$;
comment on function private.mail_about_order(uuid, text, text, jsonb) is 'Queues a mail to whoever placed an order.';

create function private.end_unpaid_orders(p_orders uuid[]) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  v_order record;
  v_ended uuid[] := '{}';
begin
  for v_order in
    select id from public.order_records
    where id = any (p_orders) and status = 'awaiting_payment' and pay_by <= now()
    order by id for update
  loop
    perform private.move_order(v_order.id, 'awaiting_payment', 'expired', 'shop', 'It was not paid in time.');
    perform private.mail_about_order(v_order.id, 'order_expired', 'expired');
    v_ended := v_ended || v_order.id;
  end loop;
  perform private.free_offers_of(e.id, true) from unnest(v_ended) e (id);
  return v_ended;
end;
$$;
comment on function private.end_unpaid_orders(uuid[]) is
  'Expires those of the orders whose time has passed, locked in one order; the caller frees what they held.';

create function private.free_ended_orders(p_orders uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.release_holds(
    array(select h.id from private.holds h where h.order_id = any (p_orders) and h.state = 'held'), '[]',
    coalesce((select case count(*) when 1 then 'Order ' || min(o.number) || ' ended' else 'Orders ended' end
      from public.order_records o where o.id = any (p_orders)), ''));
  perform private.change_code_uses(p_orders, null, '[]', null, null);
end;
$$;
comment on function private.free_ended_orders(uuid[]) is 'Frees the goods and the codes of orders that came to nothing, in one sorted pass.';
