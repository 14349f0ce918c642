-- A guest opens an order with the secret of a link: redacted with the one the browser got, in full with
-- the one that only the mailbox got, from when on both show it in full.

create function private.open_order(p_number text, p_token text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_hash constant text := private.hash_of(left(coalesce(p_token, ''), 200));
  v_contact private.order_contacts;
  v_full jsonb;
begin
  select c.* into v_contact from private.order_contacts c join public.order_records o on o.id = c.order_id
  where o.number = private.order_number_of(p_number) and v_hash in (c.token_hash, c.mailbox_token_hash);
  if not found then
    perform set_config('response.status', '404', true);
    return jsonb_build_object('found', false, 'reason', 'not_found', 'message', 'This link does not lead to an order (any more).');
  end if;
  if v_hash = v_contact.mailbox_token_hash and v_contact.mailbox_proven_at is null then
    update private.order_contacts set mailbox_proven_at = now() where order_id = v_contact.order_id
    returning * into v_contact;
  end if;
  if v_contact.mailbox_proven_at is not null then
    select jsonb_build_object('email', v_contact.email, 'address', v_contact.address,
      'address_question', (select o.address_question from public.order_records o where o.id = v_contact.order_id),
      'change_address_until', private.order_deadline(v_contact.order_id, 'address'),
      'shipments', (select coalesce(jsonb_agg(to_jsonb(s) order by s.position), '[]') from public.shipments s where s.order_id = v_contact.order_id),
      'payments', (select coalesce(jsonb_agg(to_jsonb(p) order by p.at), '[]') from public.payments p where p.order_id = v_contact.order_id))
    into v_full;
  end if;
  return jsonb_build_object('found', true, 'is_full', v_full is not null,
    'order', private.redacted_order(v_contact.order_id) || coalesce(v_full, '{}'));
end;
$$;
grant execute on function private.open_order(text, text) to anon, authenticated, service_role;
comment on function private.open_order(text, text) is 'Body of public.open_order. Security definer: guests may read no order.';

create function public.open_order(p_number text, p_token text) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.open_order(p_number, p_token)
$$;
grant execute on function public.open_order(text, text) to anon, authenticated, service_role;
comment on function public.open_order(text, text) is
  'An order by the secret of its link: {found, is_full, order}. Answers 404 for any other, without raising.';
