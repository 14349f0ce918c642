-- A person takes up an offer: it becomes a line for the cart that is held for them. Asking again gives
-- the same line and never a longer time.

create function private.accept_offer(p_offer uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_offer public.offers;
  v_list public.lists;
  v_now timestamptz;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  select l.* into v_list from public.lists l
  where l.id = (select list_id from public.offers where id = p_offer) for no key update;
  select * into v_offer from public.offers where id = p_offer for update;
  v_now := clock_timestamp();
  if v_offer.id is null or v_offer.user_id is distinct from v_user then
    perform private.refuse(404, 'unknown_offer', 'You have no such offer.', jsonb_build_object('offer_id', p_offer));
  end if;
  perform private.require_live_offer(v_offer, v_now);
  if (select count(*) from private.live_offers(v_list.id, v_now)) > v_list.released then
    perform private.refuse(409, 'capacity_reached', 'It is sold out.', jsonb_build_object('list_id', v_list.id));
  end if;
  if v_offer.status = 'pending' then
    update public.offers set
      status = 'claimed', claimed_at = v_now,
      -- Whoever takes it up in the last minute still gets through the checkout.
      holds_until = greatest(expires_at, v_now + make_interval(mins => private.setting('minutes_cart_hold')))
    where id = p_offer returning * into v_offer;
    perform private.refill_list(v_list.id);
  end if;
  return private.offer_facts(v_offer, v_now) || jsonb_build_object('line', jsonb_build_object(
    'variant_id', v_offer.variant_id, 'quantity', 1, 'options', '{}'::jsonb, 'design_id', null, 'offer_id', v_offer.id));
end;
$$;
call pg_temp.expose('accept_offer', 'authenticated', 'nobody may write offers by hand.',
  'Takes up an offer. Its person alone. Refuses with signed_out, unknown_offer, offer_expired, offer_revoked, offer_used.
Gives {
  choice_id: string;
  claimed_at: string;
  end_reason: null;
  entry_id: string;
  expires_at: string;
  holds_until: string;
  id: string;
  is_ordered: false;
  line: { design_id: null; offer_id: string; options: Record<string, string>; quantity: number; variant_id: string };
  list_id: string;
  offered_at: string;
  rank: number;
  reinstated_at: null;
  round: number;
  status: "claimed";
  title: string;
  variant_id: string;
}');
