-- The owner takes an offer back, with a reason its person can read. It goes to the next in line, and
-- the person is not asked again from this list until reinstated.

create function private.revoke_offer(p_offer uuid, p_reason text, p_expires_at timestamptz default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_list_id constant uuid := (select list_id from public.offers where id = p_offer);
  v_list public.lists;
  v_offer public.offers;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'revoke_offer', 'lists', v_list_id::text);
  end if;
  select * into v_list from public.lists where id = v_list_id for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_offer', 'This offer no longer exists. Reload the page.',
      jsonb_build_object('offer_id', p_offer), 'revoke_offer', 'lists', v_list_id::text);
  end if;
  if length(v_reason) not between 2 and 300 then
    return private.refuse_on_record(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.',
      jsonb_build_object('offer_id', p_offer), 'revoke_offer', 'lists', v_list_id::text);
  end if;
  if p_expires_at <> (select expires_at from public.offers where id = p_offer) then
    return private.refuse_on_record(409, 'changed_meanwhile', 'Someone else changed this offer’s deadline in the meantime. Reload the page and try again.',
      jsonb_build_object('offer_id', p_offer), 'revoke_offer', 'lists', v_list_id::text);
  end if;
  perform private.settle_offers(v_list_id);
  update public.offers set status = 'revoked', ended_at = clock_timestamp(), end_reason = v_reason
  where id = p_offer and status in ('pending', 'claimed') and order_id is null
  returning * into v_offer;
  if v_offer.id is null then
    return private.refuse_on_record(409, 'offer_over', 'This offer was already used or has expired.',
      jsonb_build_object('offer_id', p_offer), 'revoke_offer', 'lists', v_list_id::text);
  end if;
  perform private.refill_list(v_list_id);
  return private.offer_facts(v_offer, clock_timestamp());
end;
$$;
call pg_temp.expose('revoke_offer', 'authenticated', 'nobody may write lists, entries or offers by hand.',
  'Takes an offer back, unless it no longer holds until p_expires_at, where that is given. Staff: owner. Refuses, on record, with not_allowed, second_factor, unknown_offer, reason_missing, changed_meanwhile, offer_over.
Gives <decline_offer>');
