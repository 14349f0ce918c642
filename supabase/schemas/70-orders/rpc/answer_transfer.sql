-- The person who was asked takes an order over, or does not. From then on nothing of it is the other's:
-- its secrets are new, its mails and parcels go to the new owner.

create function private.answer_transfer(p_transfer uuid, p_accepts boolean, p_address jsonb default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_email constant text := private.proven_mailbox();
  v_address jsonb;
  v_transfer private.order_transfers;
  v_order public.order_records;
  v_giver private.order_contacts;
begin
  if v_email is not null then
    perform private.lock_customer(auth.uid(), v_email);
  end if;
  select o.* into v_order from public.order_records o join private.order_transfers t on t.order_id = o.id
  where t.id = p_transfer for update of o;
  -- Read again behind the lock: it may have been taken back or answered meanwhile.
  delete from private.order_transfers t
  where t.id = p_transfer and t.order_id = v_order.id and t.from_user = v_order.user_id
    and t.to_email = v_email and t.from_user <> auth.uid() and t.expires_at > now()
  returning * into v_transfer;
  if v_transfer.id is null then
    perform private.refuse(404, 'unknown_transfer', 'This order is not, or no longer, offered to you.');
  end if;
  select * into v_giver from private.order_contacts where order_id = v_order.id;
  if coalesce(p_accepts, false) then
    perform private.require_transferable(v_order);
    v_address := private.checked_address(p_address);
    if v_address ->> 'country' <> v_order.country_code then
      perform private.refuse(422, 'other_country', 'You can’t change the country, because shipping and tax depend on it. Use an address there, or decline the transfer.',
        jsonb_build_object('country', v_order.country_code));
    end if;
    perform private.require_room_for(v_order.id, auth.uid(), v_email);
    insert into private.address_history (order_id, address, changed_by) values (v_order.id, v_giver.address, auth.uid());
    update private.order_contacts set email = v_email, address = v_address, company = null, gift_note = null, mailbox_proven_at = now(),
      token_hash = private.hash_of(gen_random_uuid()::text || gen_random_uuid()::text),
      mailbox_token_hash = private.hash_of(gen_random_uuid()::text || gen_random_uuid()::text)
    where order_id = v_order.id;
    delete from private.acting_secrets where order_id = v_order.id;
    delete from private.refund_accounts where order_id = v_order.id;
    update public.order_records set user_id = auth.uid(), address_question = null, language = private.request_language() where id = v_order.id;
    -- What staff wrote was for whoever had it.
    perform private.forget_messages(array[v_order.id]);
    perform private.record_event(v_order.id, 'transferred');
    perform private.mail_about_order(v_order.id, 'order_taken_over', v_transfer.id::text);
  else
    perform private.record_event(v_order.id, 'transfer_declined');
  end if;
  perform private.queue_mail(
    case when coalesce(p_accepts, false) then 'order_passed_on' else 'transfer_declined' end,
    v_giver.email, v_transfer.id::text,
    jsonb_build_object('number', v_order.number, 'name', v_giver.address ->> 'name', 'to', v_email, 'language', v_order.language), v_transfer.from_user);
  return jsonb_build_object('id', v_order.id, 'number', v_order.number, 'accepted', coalesce(p_accepts, false));
end;
$$;
call pg_temp.expose('answer_transfer', 'authenticated', 'orders are written through functions alone.',
  'Takes over an order that is passed on to the caller''s confirmed e-mail, with the address where it goes within its country, or turns it down. Refuses with signed_out, unknown_transfer, wrong_address, other_country, over_limit, not_a_group_buy, not_paid_yet, illegal_move, deadline_passed, costs_a_fee.
Gives { accepted: boolean; id: string; number: string }');
