-- Somebody wants to hear of a product, or of everything new. An account follows at once; a mere address gets a mail first and
-- follows when it says so. Never raises, for an undone transaction would forget the attempt, and says
-- the same of every address: who follows what, and who has an account, is nobody's to learn.

create function private.follow_product(p_product uuid default null, p_variant uuid default null, p_email text default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user uuid := auth.uid();
  v_email text := lower(btrim(left(coalesce(p_email, ''), 300)));
  v_account auth.users;
begin
  if p_product is null and p_variant is not null then
    return private.not_followed(404, 'unknown_product', 'This product no longer exists.');
  end if;
  select * into v_account from auth.users u where u.id = v_user;
  -- Only a mailbox that was proven follows everything at once.
  if p_product is null and v_account.email <> '' and v_account.email_confirmed_at is null then
    v_email := lower(v_account.email);
    v_user := null;
  end if;
  if v_user is null and private.guessed_too_often('follow', private.guesser(), 30) then
    return private.not_followed(429, 'too_many_tries', 'Too many attempts. Try again in 15 minutes.');
  end if;
  if p_product is not null and not exists (
    select from public.products where id = p_product and status in ('scheduled', 'published') and publish_at <= now()) then
    return private.not_followed(404, 'unknown_product', 'This product no longer exists.');
  end if;
  if p_variant is not null and not private.is_gone(p_product, p_variant) then
    return private.not_followed(409, 'not_gone', 'This is in stock again, or is not sold from stock. Reload the page.');
  end if;
  if v_user is not null then
    return private.follow_as(v_user, p_product, p_variant);
  end if;
  if v_email !~ '^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+\.[^\s@.<>"(),;:\\[\]]{2,}$' or length(v_email) > 254 then
    return private.not_followed(422, 'email_invalid', 'Enter an e-mail address such as name@example.org.');
  end if;
  insert into private.guesses (what, bucket) values ('follow', private.guesser());
  perform private.ask_mailbox(v_email, p_product, p_variant);
  return jsonb_build_object('is_asked', true, 'is_followed', false);
end;
$$;
call pg_temp.expose('follow_product', 'anon, authenticated', 'nobody may read or write who follows what.',
  'To hear of each update of a product, with p_variant once when it can be had again, without a product of everything new. Signed in, p_email is not looked at. Answers without raising: 404 unknown_product, 409 not_gone, 422 email_invalid, email_missing, too_many_follows, 429 too_many_tries, as {is_asked: false, reason, message}.
Gives { is_asked: true; is_followed: boolean }');

create function private.not_followed(p_status int, p_reason text, p_message text) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  perform set_config('response.status', p_status::text, true);
  return jsonb_build_object('is_asked', false, 'reason', p_reason, 'message', p_message);
end;
$$;
comment on function private.not_followed(int, text, text) is 'A refusal that keeps what the transaction has written.';

create function private.follow_as(p_user uuid, p_product uuid, p_variant uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from auth.users where id = p_user and email <> '') then
    return private.not_followed(422, 'email_missing', 'Your account has no e-mail address. Add one first.');
  end if;
  if (select count(*) from private.follows where user_id = p_user and ended_at is null) >= 200 then
    return private.not_followed(422, 'too_many_follows', 'You already follow 200 items. Unfollow some first.');
  end if;
  insert into private.follows as f (product_id, variant_id, user_id, confirmed_at)
  values (p_product, p_variant, p_user, now())
  on conflict (product_id, variant_id, user_id, email) do update
  set asked_at = now(), ended_at = null, told_at = null, language = excluded.language,
    confirmed_at = case when num_nonnulls(f.ended_at, f.told_at) = 0 then f.confirmed_at else now() end;
  return jsonb_build_object('is_asked', true, 'is_followed', true);
end;
$$;
comment on function private.follow_as(uuid, uuid, uuid) is 'An account follows, or goes on to; twice is once.';

create function private.ask_mailbox(p_email text, p_product uuid, p_variant uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_bucket constant text := private.hash_of('follow ' || p_email);
  v_follow private.follows;
begin
  -- Whoever asks for a mailbox that is not theirs changes nothing in it, and can't fill it.
  if private.guessed_too_often('follow_mail', v_bucket, 3) or (
    select count(*) from private.guesses where what = 'follow_mail' and bucket = v_bucket) >= 6 then
    return;
  end if;
  insert into private.guesses (what, bucket) values ('follow_mail', v_bucket);
  insert into private.follows as f (product_id, variant_id, email) values (p_product, p_variant, p_email)
  on conflict (product_id, variant_id, user_id, email) do update set asked_at = now(),
    language = case when f.confirmed_at is null then excluded.language else f.language end
  returning * into v_follow;
  perform private.queue_mail('follow_asked', p_email, v_follow.id || ':' || clock_timestamp(), private.follow_payload(v_follow));
end;
$$;
comment on function private.ask_mailbox(text, uuid, uuid) is
  'Mails a mailbox whether it wants this, the same words whether or not it follows already; three in a quarter of an hour, six a day.';
