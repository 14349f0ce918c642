-- The caller wants to hear no more of it.

create function private.unfollow_product(p_follow uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_ended private.follows;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  update private.follows f set ended_at = coalesce(f.ended_at, now())
  where f.id = p_follow and private.own_follow(f, v_user)
  returning f.* into v_ended;
  if not found then
    return false;
  end if;
  if v_ended.product_id is null then
    -- The account and its mailbox may both have asked for everything new.
    update private.follows f set ended_at = coalesce(f.ended_at, now())
    where f.product_id is null and (f.user_id = v_user or f.email = private.follow_address(v_ended))
      and private.own_follow(f, v_user);
  end if;
  return true;
end;
$$;
call pg_temp.expose('unfollow_product', 'authenticated', 'nobody may write who follows what.',
  'Ends one of the caller''s own follows; false where it is none of theirs. Refuses with signed_out.');
