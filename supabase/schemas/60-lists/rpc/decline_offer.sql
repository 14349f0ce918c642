-- A person turns an offer down before its time is up. Nobody waits for nothing, and no strike follows.

create function private.decline_offer(p_offer uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_offer public.offers;
  v_now timestamptz;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  perform 1 from public.lists l where l.id = (select list_id from public.offers where id = p_offer) for no key update;
  select * into v_offer from public.offers where id = p_offer for update;
  v_now := clock_timestamp();
  if v_offer.id is null or v_offer.user_id is distinct from v_user then
    perform private.refuse(404, 'unknown_offer', 'You have no such offer.', jsonb_build_object('offer_id', p_offer));
  end if;
  perform private.require_live_offer(v_offer, v_now);
  update public.offers set status = 'expired', ended_at = v_now, end_reason = 'Turned down'
  where id = p_offer returning * into v_offer;
  perform private.refill_list(v_offer.list_id);
  return private.offer_facts(v_offer, v_now);
end;
$$;
call pg_temp.expose('decline_offer', 'authenticated', 'nobody may write offers by hand.',
  'Turns an offer down; it goes to the next in line. Its person alone. Refuses with signed_out, unknown_offer, offer_expired, offer_revoked, offer_used.
Gives {
  choice_id: string;
  claimed_at: string | null;
  end_reason: string | null;
  entry_id: string;
  expires_at: string;
  holds_until: string | null;
  id: string;
  is_ordered: boolean;
  list_id: string;
  offered_at: string;
  rank: number;
  reinstated_at: string | null;
  round: number;
  status: <offer_status>;
  title: string;
  variant_id: string;
}');
