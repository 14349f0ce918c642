-- What the shop holds about a person, for whoever asks it by law: the tables of the account's own export,
-- and what staff know besides.

create function private.export_customer(p_customer uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_customer private.customers;
  v_user uuid;
  v_proven text;
  v_orders uuid[];
begin
  perform private.require_staff('owner');
  select * into v_customer from private.customers k where k.id = p_customer;
  if v_customer.id is null then
    perform private.refuse(404, 'unknown_customer', 'This customer no longer exists.');
  end if;
  v_user := v_customer.user_id;
  v_proven := case when v_user is null or v_customer.is_proven then v_customer.email end;
  v_orders := array(select o.id from private.orders_of(v_user, v_proven) o);
  perform private.note_staff_call('read', 'customers', p_customer, jsonb_build_object('call', 'export_customer'));
  return jsonb_build_object(
    'account', case when v_user is null then jsonb_build_array(jsonb_build_object('email', v_customer.email))
      else (select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at)) from auth.users u where u.id = v_user) end,
    'profile', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.profiles x where x.user_id = v_user),
    'addresses', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.addresses x where x.user_id = v_user),
    'orders', (select coalesce(jsonb_agg(to_jsonb(x) order by x.placed_at), '[]') from public.orders x where x.id = any (v_orders)),
    'order_lines', (select coalesce(jsonb_agg(to_jsonb(x) order by x.order_id, x.position), '[]') from public.order_lines x where x.order_id = any (v_orders)),
    'shipments', (select coalesce(jsonb_agg(to_jsonb(x) order by x.order_id, x.position), '[]') from public.shipments x where x.order_id = any (v_orders)),
    'order_events', (select coalesce(jsonb_agg(to_jsonb(x) order by x.id), '[]') from public.order_events x where x.order_id = any (v_orders)),
    'order_returns', (select coalesce(jsonb_agg(to_jsonb(x) order by x.asked_at), '[]') from public.order_returns x where x.order_id = any (v_orders)),
    'payments', (select coalesce(jsonb_agg(to_jsonb(x) order by x.at), '[]') from public.payments x where x.order_id = any (v_orders)),
    'documents', (
      select coalesce(jsonb_agg(to_jsonb(x) || jsonb_build_object('facts', f.facts) order by x.issued_at), '[]')
      from public.documents x left join private.document_facts f on f.document_id = x.id where x.order_id = any (v_orders)),
    'list_entries', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.list_entries x where x.user_id = v_user),
    'offers', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.offers x where x.user_id = v_user),
    'designs', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.designs x where x.owner_id = v_user),
    'design_likes', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.design_likes x where x.user_id = v_user),
    'notification_choices', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.notification_choices x where x.user_id = v_user),
    'cart', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from private.saved_carts x where x.user_id = v_user),
    'wishes', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.wishes x where x.user_id = v_user),
    'shelf_items', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.shelf_items x where x.user_id = v_user),
    'photos', (
      select coalesce(jsonb_agg(to_jsonb(x) - 'user_id' order by x.created_at), '[]')
      from private.customer_photos x where x.user_id = v_user and x.status <> 'removed'),
    -- Whoever reads this file opens no shelf with it.
    'shelf_links', (select coalesce(jsonb_agg(to_jsonb(x) - 'token'), '[]') from public.shelf_links x where x.user_id = v_user),
    -- Their secrets are for the mailbox alone.
    'follows', (select coalesce(jsonb_agg(to_jsonb(x) - 'secret'), '[]') from private.follows x where x.user_id = v_user or x.email = v_proven),
    'browsers', private.browsers_of(v_user),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'recipient', x.recipient, 'payload', x.payload,
        'created_at', x.created_at, 'sent_at', x.sent_at) order by x.created_at), '[]')
      from public.outbox x where x.user_id = v_user or (v_proven <> '' and lower(x.recipient) = v_proven)),
    'bans', (select coalesce(jsonb_agg(jsonb_build_object('until', x.until, 'note', x.note, 'created_at', x.created_at)), '[]')
      from private.list_bans x where x.user_id = v_user),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object('text', x.text, 'created_at', x.created_at) order by x.created_at), '[]')
      from (
        select c.text, c.created_at from public.customer_notes c where c.customer_id = p_customer
        union all
        select c.text, c.created_at from public.order_notes c where c.order_id = any (v_orders)
      ) x));
end;
$$;
call pg_temp.expose('export_customer', 'authenticated', 'much of it nobody may read by hand.',
  'Everything that the shop holds about a customer, as lists of rows by table. Leaves a row in the audit log. Staff: owner. Refuses with not_allowed, unknown_customer.
Gives Record<string, Record<string, unknown>[]>');
