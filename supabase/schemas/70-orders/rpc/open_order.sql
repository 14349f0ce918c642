-- A guest opens an order with the secret of a link: redacted with the one the browser got, in full with
-- those that only the mailbox got, from when on all show it in full.

create function private.open_order(p_number text, p_token text, p_acting text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_token constant text := left(coalesce(p_token, ''), 200);
  v_order public.order_records;
  v_contact private.order_contacts;
  v_trouble jsonb;
  v_full jsonb;
begin
  select * into v_order from public.order_records o where o.number = private.order_number_of(p_number);
  if v_order.id is null or not private.is_secret_of(v_order.id, v_token) then
    perform set_config('response.status', '404', true);
    return jsonb_build_object('found', false, 'reason', 'not_found', 'message', 'This link no longer leads to an order.');
  end if;
  select * into v_contact from private.order_contacts c where c.order_id = v_order.id;
  if private.hash_of(v_token) <> v_contact.token_hash
    and (v_contact.mailbox_proven_at is null or v_order.confirmed_at is null and v_order.status = 'awaiting_payment') then
    perform private.lock_customer_of(v_order.id);
    -- Whoever opens it from the mailbox answers for it: there is nothing else to press.
    v_trouble := private.confirm_order(v_order.id, false);
    select * into v_order from public.order_records o where o.id = v_order.id;
    update private.order_contacts set mailbox_proven_at = coalesce(mailbox_proven_at, now()) where order_id = v_order.id
    returning * into v_contact;
    perform private.send_due_mails(v_contact.order_id);
  end if;
  if v_contact.mailbox_proven_at is not null then
    select jsonb_build_object('email', v_contact.email, 'address', v_contact.address, 'company', v_contact.company, 'gift_note', v_contact.gift_note,
      'address_question', v_order.address_question,
      'events', (
        select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'at', e.at, 'kind', e.kind, 'actor', e.actor,
          'from_status', e.from_status, 'to_status', e.to_status,
          -- What was written to the mailbox that this was opened from.
          'after', case when e.kind = 'messaged' then e.after else '{}' end) order by e.id), '[]')
        from public.order_events e where e.order_id = v_contact.order_id),
      'change_address_until', private.order_deadline(v_contact.order_id, 'address'),
      'shipments', (select coalesce(jsonb_agg(to_jsonb(s) order by s.position), '[]') from public.shipments s where s.order_id = v_contact.order_id),
      'payments', (select coalesce(jsonb_agg(to_jsonb(p) order by p.at), '[]') from public.payments p where p.order_id = v_contact.order_id),
      'documents', (select coalesce(jsonb_agg(to_jsonb(d) order by d.issued_at), '[]') from public.documents d
        where d.order_id = v_contact.order_id and private.is_made_out_to_its_buyer(d.id)))
    into v_full;
  end if;
  return jsonb_build_object('found', true, 'is_full', v_full is not null, 'trouble', v_trouble, 'is_guests', v_order.user_id is null,
    'may_act', v_order.user_id is null
      and (private.may_act_by(v_order, v_token) or private.may_act_by(v_order, left(p_acting, 200))),
    'order', private.redacted_order(v_contact.order_id) || coalesce(v_full, '{}'));
end;
$$;
grant execute on function private.open_order(text, text, text) to anon, authenticated, service_role;
comment on function private.open_order(text, text, text) is 'Body of public.open_order. Security definer: guests may read no order.';

create function public.open_order(p_number text, p_token text, p_acting text default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.open_order(p_number, p_token, p_acting)
$$;
grant execute on function public.open_order(text, text, text) to anon, authenticated, service_role;
comment on function public.open_order(text, text, text) is
  'An order by the secret of its link: {found, is_full, trouble, is_guests, may_act, order}. A link of a mail confirms the order; trouble says why it could not: {reason: over_limit | code_used_up | code_used, message}. may_act says whether that secret, or p_acting beside it, still changes the order. Answers 404 for any other, without raising.';
