-- A browser asks to be told of a product, or of everything new: it needs no address and no account, for nobody
-- can ask for a browser that is not theirs. Never raises, for an undone transaction would forget the attempt.

create function private.is_push_address(p_text text) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_text ~ '^https://(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|([a-z0-9-]+\.)+notify\.windows\.com|web\.push\.apple\.com)/[!-~]+$'
    and length(p_text) <= 1000
$$;
comment on function private.is_push_address(text) is
  'Whether it is one of the push services of Chromium, Firefox, Edge and Safari: the shop calls no other for a stranger.';

create function private.follow_in_browser(p_browser jsonb, p_product uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_bucket constant text := private.guesser();
  v_browser uuid;
begin
  if private.guessed_too_often('browser', v_bucket, 30) or (
    select count(*) from private.guesses where what = 'browser' and bucket = v_bucket) >= 100 then
    return private.not_followed(429, 'too_many_tries', 'Too many attempts. Try again in 15 minutes.');
  end if;
  insert into private.guesses (what, bucket) values ('browser', v_bucket);
  if p_product is not null and not exists (
    select from public.products where id = p_product and status in ('scheduled', 'published') and publish_at <= now()) then
    return private.not_followed(404, 'unknown_product', 'This product no longer exists.');
  end if;
  if not coalesce(private.is_push_address(p_browser ->> 'endpoint') and p_browser ->> 'public_key' ~ '^B[A-Za-z0-9_-]{86}$'
    and p_browser ->> 'secret' ~ '^[A-Za-z0-9_-]{22}$', false) then
    return private.not_followed(422, 'browser_unknown', 'We don’t know this browser’s push service. Choose e-mail or the feed.');
  end if;
  insert into private.browsers (endpoint, public_key, secret)
  values (p_browser ->> 'endpoint', p_browser ->> 'public_key', p_browser ->> 'secret')
  on conflict (endpoint) do update set public_key = excluded.public_key, secret = excluded.secret,
    language = excluded.language, seen_at = now()
  returning id into v_browser;
  if (select count(*) from private.browser_follows
    where browser_id = v_browser and product_id is distinct from p_product) >= 100 then
    return private.not_followed(422, 'too_many_follows', 'This browser already follows 100 items. Stop some first.');
  end if;
  -- Who stopped and goes on was told when they were told.
  insert into private.browser_follows as f (browser_id, product_id, user_id, told_at) values (v_browser, p_product, auth.uid(), (
    select max(n.created_at) from private.notices n
    where n.browser_id = v_browser and n.product_id is not distinct from p_product and n.kind = 'new_drops'))
  on conflict (browser_id, product_id) do update set user_id = coalesce(excluded.user_id, f.user_id);
  return jsonb_build_object('is_asked', true, 'is_followed', true);
end;
$$;
call pg_temp.expose('follow_in_browser', 'anon, authenticated',
  'nobody may read or write which browser follows what.',
  'To be told in a browser, {endpoint, public_key, secret} of its push subscription, of a product, without one of everything new. Answers without raising: 404 unknown_product, 422 browser_unknown, too_many_follows, 429 too_many_tries, as {is_asked: false, reason, message}.
Gives { is_asked: true; is_followed: true }');
