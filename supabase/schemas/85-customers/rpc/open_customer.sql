-- One person as staff see them: everything that the shop's other desks would tell of them, in one answer.

create function private.open_customer(p_customer uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_sees boolean;
  v_is_owner constant boolean := private.is_staff('owner');
  v_customer private.customers;
  v_proven text;
  v_now constant timestamptz := clock_timestamp();
begin
  perform private.require_reader('owner', 'fulfilment', 'support');
  perform private.count_customers();
  v_sees := private.sees_contacts();
  select * into v_customer from private.customers k where k.id = p_customer;
  if v_customer.id is null then
    perform private.refuse(404, 'unknown_customer', 'This customer no longer exists.');
  end if;
  v_proven := case when v_customer.user_id is null or v_customer.is_proven then v_customer.email end;
  return jsonb_build_object(
    'id', v_customer.id, 'kind', case when v_customer.user_id is null then 'guest' else 'account' end,
    'name', case when v_sees then v_customer.name else private.mask_name(v_customer.name) end,
    'email', case when v_sees or v_customer.email = '' then v_customer.email else private.mask_email(v_customer.email) end,
    'is_masked', not v_sees, 'is_proven', v_customer.is_proven, 'since', v_customer.since,
    'order_count', v_customer.orders, 'other_orders', v_customer.other_orders,
    'spent_minor', v_customer.spent_minor, 'due_minor', v_customer.due_minor, 'currency', v_customer.currency,
    'last_order_at', nullif(v_customer.last_order_at, '-infinity'),
    'is_staff', exists (select from private.staff s where s.user_id = v_customer.user_id),
    'deletion_due_at', (select d.due_at from private.account_deletions d where d.user_id = v_customer.user_id),
    'ban', (
      select jsonb_build_object('until', b.until, 'note', b.note, 'since', b.created_at)
      from private.list_bans b where b.user_id = v_customer.user_id and coalesce(b.until > v_now, true)),
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'number', o.number, 'status', o.status, 'placed_at', o.placed_at, 'currency', o.currency,
        'total_minor', o.total_minor, 'due_minor', private.due_now(o), 'refund_due_minor', o.refund_due_minor,
        'is_guest', o.user_id is null) order by o.placed_at desc, o.id), '[]')
      from (select r.* from private.orders_of(v_customer.user_id, v_proven) r order by r.placed_at desc, r.id limit 200) o),
    'returns', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', r.id, 'number', o.number, 'kind', r.kind, 'status', r.status, 'amount_minor', r.amount_minor,
        'currency', r.currency, 'asked_at', r.asked_at) order by r.asked_at desc, r.id), '[]')
      from private.orders_of(v_customer.user_id, v_proven) o join public.order_returns r on r.order_id = o.id),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'list', l.title, 'kind', l.kind, 'entered_at', e.entered_at, 'withdrawn_at', e.withdrawn_at,
        'offers', (
          select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'status', private.offer_status_now(f, v_now), 'offered_at', f.offered_at,
            'expires_at', f.expires_at, 'number', (select o.number from public.order_records o where o.id = f.order_id))
            order by f.offered_at desc, f.id), '[]')
          from public.offers f where f.entry_id = e.id)) order by e.entered_at desc, e.id), '[]')
      from (select * from public.list_entries x where x.user_id = v_customer.user_id order by x.entered_at desc, x.id limit 100) e
      join public.lists l on l.id = e.list_id),
    'designs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', d.id, 'code', d.code, 'name', d.name, 'visibility', d.visibility, 'updated_at', d.updated_at)
        order by d.updated_at desc, d.id), '[]')
      from (select * from public.designs x where x.owner_id = v_customer.user_id order by x.updated_at desc, x.id limit 100) d),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', n.id, 'text', n.text, 'at', n.created_at, 'number', n.number, 'is_own', coalesce(n.author_id = auth.uid(), false),
        'role', (select s.role from private.staff s where s.user_id = n.author_id),
        'email', case when v_is_owner then (select u.email from auth.users u where u.id = n.author_id) end)
        order by n.created_at desc, n.id), '[]')
      from (
        select c.id, c.text, c.created_at, c.author_id, null::text as number
        from public.customer_notes c where c.customer_id = v_customer.id
        union all
        select x.id, x.text, x.created_at, x.author_id, o.number
        from private.orders_of(v_customer.user_id, v_proven) o join public.order_notes x on x.order_id = o.id
      ) n),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'kind', m.kind, 'at', m.created_at, 'sent_at', m.sent_at, 'given_up_at', m.given_up_at,
        'number', coalesce(m.payload ->> 'number', ''), 'subject', case m.kind when 'order_message' then m.payload ->> 'subject' else '' end)
        order by m.created_at desc, m.id), '[]')
      from (
        select x.* from public.outbox x
        where x.user_id = v_customer.user_id or (v_proven <> '' and lower(x.recipient) = v_proven)
        order by x.created_at desc, x.id limit 100
      ) m),
    'declined_topics', (
      select coalesce(jsonb_agg(n.topic order by n.topic), '[]')
      from public.notification_choices n where n.user_id = v_customer.user_id and not n.is_wanted),
    'follows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'product', p.title, 'about', case when f.product_id is null then 'drops' when f.variant_id is null then 'updates' else 'stock' end,
        'asked_at', f.asked_at, 'confirmed_at', f.confirmed_at, 'ended_at', coalesce(f.ended_at, f.told_at))
        order by f.asked_at desc, f.id), '[]')
      from private.follows f left join public.products p on p.id = f.product_id
      where f.user_id = v_customer.user_id or f.email = v_proven),
    'read_at', v_now);
end;
$$;
call pg_temp.expose('open_customer', 'authenticated', 'nobody may read customers.',
  'A customer''s card. Name and address are masked for support. Staff: owner, fulfilment, support. Refuses with not_allowed, unknown_customer.
Gives {
  ban: { note: string; since: string; until: string | null } | null;
  currency: string;
  declined_topics: string[];
  deletion_due_at: string | null;
  designs: { code: string; id: string; name: string; updated_at: string; visibility: <design_visibility> }[];
  due_minor: number;
  email: string;
  entries: {
    entered_at: string;
    id: string;
    kind: <list_kind>;
    list: string;
    offers: { expires_at: string; id: string; number: string | null; offered_at: string; status: <offer_status> }[];
    withdrawn_at: string | null;
  }[];
  follows: {
    about: "updates" | "stock" | "drops";
    asked_at: string;
    confirmed_at: string | null;
    ended_at: string | null;
    id: string;
    product: string | null;
  }[];
  id: string;
  is_masked: boolean;
  is_proven: boolean;
  is_staff: boolean;
  kind: "account" | "guest";
  last_order_at: string | null;
  mails: {
    at: string;
    given_up_at: string | null;
    id: string;
    kind: string;
    number: string;
    sent_at: string | null;
    subject: string;
  }[];
  name: string;
  notes: {
    at: string;
    email: string | null;
    id: string;
    is_own: boolean;
    number: string | null;
    role: string | null;
    text: string;
  }[];
  order_count: number;
  orders: {
    currency: string;
    due_minor: number;
    id: string;
    is_guest: boolean;
    number: string;
    placed_at: string;
    refund_due_minor: number;
    status: <order_status>;
    total_minor: number;
  }[];
  other_orders: number;
  read_at: string;
  returns: {
    amount_minor: number;
    asked_at: string;
    currency: string;
    id: string;
    kind: "withdrawal" | "fault";
    number: string;
    status: "asked" | "agreed" | "received" | "settled" | "declined" | "dropped";
  }[];
  since: string;
  spent_minor: number;
}');
