-- The owner gives somebody more time, at most seven days from now. Only while the offer lives: what has
-- lapsed may be the next person's already.

create function private.extend_offer(p_offer uuid, p_until timestamptz, p_reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_list_id constant uuid := (select list_id from public.offers where id = p_offer);
  v_list public.lists;
  v_offer public.offers;
  v_now timestamptz;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'extend_offer', 'lists', v_list_id::text);
  end if;
  select * into v_list from public.lists where id = v_list_id for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_offer', 'This offer no longer exists. Reload the page.',
      jsonb_build_object('offer_id', p_offer), 'extend_offer', 'lists', v_list_id::text);
  end if;
  v_now := clock_timestamp();
  if length(v_reason) not between 2 and 300 then
    return private.refuse_on_record(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.',
      jsonb_build_object('offer_id', p_offer), 'extend_offer', 'lists', v_list_id::text);
  end if;
  select * into v_offer from public.offers where id = p_offer for update;
  if private.offer_status_now(v_offer, v_now) not in ('pending', 'claimed') or v_offer.order_id is not null then
    return private.refuse_on_record(409, 'offer_over', 'This offer was already used or has expired.',
      jsonb_build_object('offer_id', p_offer), 'extend_offer', 'lists', v_list_id::text);
  end if;
  if p_until is null or p_until <= coalesce(v_offer.holds_until, v_offer.expires_at) or p_until > v_now + interval '7 days' then
    return private.refuse_on_record(422, 'wrong_window', 'Choose a later deadline, at most seven days from now.',
      jsonb_build_object('until', p_until), 'extend_offer', 'lists', v_list_id::text);
  end if;
  update public.offers set expires_at = p_until, holds_until = case when claimed_at is not null then p_until end
  where id = p_offer returning * into v_offer;
  return private.offer_facts(v_offer, v_now);
end;
$$;
call pg_temp.expose('extend_offer', 'authenticated', 'nobody may write lists, entries or offers by hand.',
  'Lets an offer hold longer, at most seven days from now. Staff: owner. Refuses, on record, with not_allowed, second_factor, unknown_offer, reason_missing, offer_over, wrong_window.
Gives <decline_offer>');
