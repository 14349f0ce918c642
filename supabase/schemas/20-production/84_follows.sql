-- Who wants to hear of a product without buying it (of each update, or once when it can be had again), or
-- of everything new.
-- Nobody reads this table; functions answer for the caller, or for whoever holds the secret of a mail.

create table private.follows (
  id uuid primary key default gen_random_uuid(),
  product_id uuid references public.products (id) on delete cascade,
  variant_id uuid references public.variants (id) on delete cascade,
  user_id uuid references auth.users (id) on delete cascade,
  email text check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 254),
  secret uuid not null unique default gen_random_uuid(),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  ended_at timestamptz,
  told_at timestamptz,
  digest_at timestamptz,
  language text not null default private.request_language() check (language ~ '^[a-z]{2}$'),
  unique nulls not distinct (product_id, variant_id, user_id, email),
  check (num_nonnulls(user_id, email) = 1),
  constraint follows_everything check (product_id is not null or variant_id is null)
);
create index follows_variant_idx on private.follows (variant_id, told_at);
create index follows_user_idx on private.follows (user_id);
create index follows_email_idx on private.follows (email);
create index follows_everything_idx on private.follows (digest_at) where product_id is null;
comment on table private.follows is 'One wish to hear of one product or of everything new, by an account or by a mailbox that has no part in one.';
comment on column private.follows.product_id is 'Null: everything new, at most one mail in a day.';
comment on column private.follows.variant_id is 'Null: of each update and each opening. Else: once, when this variant can be had again.';
comment on column private.follows.email is 'Whose, without one; in small letters.';
comment on column private.follows.secret is
  'Stands in each of its mails: it confirms and ends this one wish and opens nothing else. As it is, because every mail carries it.';
comment on column private.follows.asked_at is 'When it was last asked for.';
comment on column private.follows.confirmed_at is 'Since when the mailbox has agreed; null while it has not.';
comment on column private.follows.ended_at is 'When it was ended; null while it holds.';
comment on column private.follows.told_at is 'When it was told that the variant is back, which is once.';
comment on column private.follows.digest_at is 'When it last got a mail of everything new.';
comment on column private.follows.language is 'Of its mails; a stranger who asks again for a mailbox does not change it.';

create function private.follow_address(p_follow private.follows) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(p_follow.email, (select nullif(lower(u.email), '') from auth.users u where u.id = p_follow.user_id))
$$;
comment on function private.follow_address(private.follows) is
  'Where its mails go: for an account, to the address that it has then; null where it has none.';

create function private.own_follow(p_follow private.follows, p_user uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select p_follow.user_id = p_user or (p_follow.email is not null and exists (
    select from auth.users u
    where u.id = p_user and lower(u.email) = p_follow.email and u.email_confirmed_at is not null))
$$;
comment on function private.own_follow(private.follows, uuid) is
  'Whether a wish is the account''s own, or was made without it by the mailbox that the account has proven.';

create function private.follow_payload(p_follow private.follows) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'follow_secret', p_follow.secret,
    'about', case when p_follow.product_id is null then 'drops' when p_follow.variant_id is null then 'updates' else 'stock' end)
  || coalesce((
    select jsonb_build_object(
      'product_title', p.title, 'product_kind', p.kind, 'product_url', p.url, 'variant_title', coalesce(private.variant_name(v.title, v.flaws), ''),
      'lines', jsonb_build_array(jsonb_build_object(
        'kind', p.kind, 'url', p.url, 'title', p.title, 'variant_title', coalesce(private.variant_name(v.title, v.flaws), ''), 'variant_id', v.id)))
    from public.products p left join public.variants v on v.id = p_follow.variant_id
    where p.id = p_follow.product_id), '{}')
$$;
comment on function private.follow_payload(private.follows) is 'What every mail about a wish says of it and its product, and the secret that ends it.';

create function private.is_gone(p_product uuid, p_variant uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.availability a
    where a.variant_id = p_variant and a.product_id = p_product and a.stock = 'sold_out' and not a.can_be_ordered)
$$;
comment on function private.is_gone(uuid, uuid) is 'Whether a variant is sold from the shelf and none is left of it.';

create function private.updates_to_tell()
returns table (id uuid, url text, title text, summary text, publish_at timestamptz, product_id uuid)
language sql stable
set search_path = ''
as $$
  select u.id, u.url, u.title, u.summary, u.publish_at, b.product_id
  from public.updates u
  join lateral (
    select product_id from public.update_products where update_id = u.id
    union
    select t.product_id from public.update_batches n join public.batches t on t.id = n.batch_id where n.update_id = u.id
  ) b on true
  join public.products p on p.id = b.product_id and p.status in ('scheduled', 'published') and p.publish_at <= now()
  where u.status in ('scheduled', 'published') and u.publish_at <= now() and u.publish_at > now() - interval '3 days'
$$;
comment on function private.updates_to_tell() is 'Updates that came out within three days, once for each product that they are about and anyone can see.';

create function private.tell_followers() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_due record;
  v_told int := 0;
begin
  for v_due in
    -- A buyer whom staff have told of the same update needs no second mail about it.
    select distinct on (a.id, r.address)
      a.id, a.url, a.title, a.summary, r.address, f as follow, f.user_id, private.hash_of(r.address) as address_hash
    from private.updates_to_tell() a
    join private.follows f on f.product_id = a.product_id and f.variant_id is null
      and f.confirmed_at <= a.publish_at and f.ended_at is null
    cross join lateral (select private.follow_address(f) as address) r
    where r.address is not null and not exists (
      select from public.outbox o
      where o.dedupe_key in ('product_update:' || a.id || ':' || private.hash_of(r.address),
        'batch_update:' || a.id || ':' || private.hash_of(r.address)))
    order by a.id, r.address, f.confirmed_at
    limit 500
  loop
    perform private.queue_mail('product_update', v_due.address, v_due.id || ':' || v_due.address_hash,
      private.follow_payload(v_due.follow) || jsonb_build_object('url', v_due.url, 'title', v_due.title,
        'summary', v_due.summary), v_due.user_id);
    v_told := v_told + 1;
  end loop;
  return v_told + private.tell_browsers();
end;
$$;
comment on function private.tell_followers() is
  'Tells each update once to everyone who followed one of its products before it came out, by mail or in a browser; five hundred a run of each. Security definer: jobs may not write the outbox.';

create function private.tell_of_returned_stock() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_back record;
  v_follow private.follows;
  v_address text;
  v_told int := 0;
begin
  for v_back in
    select a.variant_id, s.free, (
      select count(*) from private.follows t
      where t.variant_id = a.variant_id and t.told_at > now() - interval '1 day') as told_today
    from (
      select distinct variant_id from private.follows
      where variant_id is not null and told_at is null and ended_at is null and confirmed_at is not null
    ) w
    join public.availability a on a.variant_id = w.variant_id and a.can_be_ordered
    join public.variants v on v.id = a.variant_id
    cross join lateral (select coalesce(private.free_units(v.stock_pool_id), 100) as free) s
  loop
    -- Who asked first is told first, and a day's mails are few for each piece: nobody is called to an empty shelf.
    for v_follow in
      select * from private.follows
      where variant_id = v_back.variant_id and told_at is null and ended_at is null and confirmed_at is not null
      order by confirmed_at, id limit greatest(least(v_back.free * 5 - v_back.told_today, 200), 0)
      for update skip locked
    loop
      v_address := private.follow_address(v_follow);
      update private.follows set told_at = now() where id = v_follow.id;
      if v_address is not null then
        perform private.queue_mail('back_in_stock', v_address, v_follow.id || ':' || v_follow.confirmed_at,
          private.follow_payload(v_follow), v_follow.user_id);
        v_told := v_told + 1;
      end if;
    end loop;
  end loop;
  return v_told;
end;
$$;
comment on function private.tell_of_returned_stock() is
  'Mails, once each, those who wait for what can be ordered again: in the order of their asking, and within a day at most five for each piece there is. Security definer: jobs may not write the outbox.';
