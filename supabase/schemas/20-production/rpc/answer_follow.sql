-- The links of a mail about following: yes, I want them; no more of them. Pressing twice is the same as
-- once. Never raises, for an undone transaction would forget a guess.

create function private.answer_follow(p_secret text, p_is_wanted boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_secret constant uuid := private.uuid_of(left(coalesce(p_secret, ''), 60));
  v_follow private.follows;
begin
  if private.guessed_too_often('follow_secret', private.guesser(), 20) then
    perform set_config('response.status', '429', true);
    return jsonb_build_object('found', false, 'reason', 'too_many_tries', 'message', 'Too many attempts. Try again in 15 minutes.');
  end if;
  select * into v_follow from private.follows where secret = v_secret for update;
  if v_follow.id is null then
    insert into private.guesses (what, bucket) values ('follow_secret', private.guesser());
    perform set_config('response.status', '404', true);
    return jsonb_build_object('found', false, 'reason', 'unknown_link',
      'message', 'This link has expired: it was already used or not confirmed within three days.');
  end if;
  if coalesce(p_is_wanted, false) then
    update private.follows
    set ended_at = null, told_at = null,
      confirmed_at = case when num_nonnulls(ended_at, told_at) = 0 then coalesce(confirmed_at, now()) else now() end
    where id = v_follow.id;
  else
    -- What the mailbox asked for with its account and without it comes as one mail, and ends as one.
    update private.follows f set ended_at = coalesce(f.ended_at, now())
    where f.id = v_follow.id or (v_follow.product_id is null and f.product_id is null and f.confirmed_at is not null
      and (f.email = private.follow_address(v_follow) or f.user_id in (
        select u.id from auth.users u where lower(u.email) = private.follow_address(v_follow) and u.email_confirmed_at is not null)));
  end if;
  return jsonb_build_object('found', true, 'is_followed', coalesce(p_is_wanted, false))
    || (private.follow_payload(v_follow) - 'follow_secret' - 'lines');
end;
$$;
call pg_temp.expose('answer_follow', 'anon, authenticated', 'nobody may read or write who follows what.',
  'Confirms or ends one follow by the secret of its mail. Answers without raising: 404 unknown_link, 429 too_many_tries, as {found: false, reason, message}.
Gives {
  about: "updates" | "stock";
  found: true;
  is_followed: boolean;
  product_kind: <product_kind>;
  product_title: string;
  product_url: string;
  variant_title: string;
} | { about: "drops"; found: true; is_followed: boolean }');
