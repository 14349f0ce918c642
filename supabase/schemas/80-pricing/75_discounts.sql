-- Discount codes: what they take off, from when to when, how often. Visitors try codes and never
-- list them; a code that is used up stays so, whoever asks at the same time.

create table public.discount_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$' and length(code) between 3 and 40),
  title text not null check (length(title) between 2 and 120),
  percent int check (percent between 1 and 100),
  amount_minor int check (amount_minor between 1 and 10000000),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  minimum_minor int not null default 0 check (minimum_minor >= 0),
  valid_from timestamptz not null default now(),
  valid_to timestamptz,
  most_uses int check (most_uses >= 1),
  most_per_customer int check (most_per_customer >= 1),
  is_combinable boolean not null default false,
  used_count int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(percent, amount_minor) = 1),
  check (valid_to > valid_from),
  constraint discount_codes_uses check (used_count >= 0 and used_count <= most_uses)
);
comment on table public.discount_codes is 'Codes that take something off an order.';
comment on column public.discount_codes.code is 'What is typed, in capitals.';
comment on column public.discount_codes.title is 'What the order says about it.';
comment on column public.discount_codes.percent is 'How many per cent of the lines; null for an amount.';
comment on column public.discount_codes.amount_minor is 'How much; null for a percentage.';
comment on column public.discount_codes.minimum_minor is 'What the lines must come to at least.';
comment on column public.discount_codes.valid_to is 'Until when; null is no end.';
comment on column public.discount_codes.most_uses is 'How often in all; null is no limit.';
comment on column public.discount_codes.most_per_customer is 'How often for one customer; null is no limit.';
comment on column public.discount_codes.is_combinable is 'Whether another code may be used beside it.';
comment on column public.discount_codes.used_count is 'How often it was used; only orders that somebody answers for count.';

revoke all on public.discount_codes from anon, authenticated;
grant select on public.discount_codes to authenticated, service_role;
grant insert (code, title, percent, amount_minor, currency, minimum_minor, valid_from, valid_to, most_uses, most_per_customer, is_combinable),
  update (title, percent, amount_minor, minimum_minor, valid_from, valid_to, most_uses, most_per_customer, is_combinable),
  delete
  on public.discount_codes to authenticated;
create policy "Staff read discount codes" on public.discount_codes
  for select to authenticated using ((select private.is_staff()));
create policy "Owners add discount codes" on public.discount_codes
  for insert to authenticated with check ((select private.is_staff('owner')));
create policy "Owners change discount codes" on public.discount_codes
  for update to authenticated
  using ((select private.is_staff('owner'))) with check ((select private.is_staff('owner')));
create policy "Owners remove discount codes that were never used" on public.discount_codes
  for delete to authenticated using ((select private.is_staff('owner')) and used_count = 0);
call pg_temp.log_changes('public.discount_codes');

create table private.discount_uses (
  order_id uuid not null references public.order_records (id) on delete cascade,
  code_id uuid not null references public.discount_codes (id),
  user_id uuid,
  email text not null,
  amount_minor int not null check (amount_minor >= 0),
  currency text not null default 'EUR',
  position int not null default 1,
  rule jsonb not null check (jsonb_typeof(rule) = 'object'),
  counted_at timestamptz default now(),
  given_back_at timestamptz,
  mailbox text generated always as (private.mailbox_of(email)) stored,
  primary key (order_id, code_id)
);
create index discount_uses_code_idx on private.discount_uses (code_id, mailbox);
create index discount_uses_user_idx on private.discount_uses (user_id, code_id);
comment on table private.discount_uses is 'Which order used which code.';
comment on column private.discount_uses.user_id is 'Whose order, for an account.';
comment on column private.discount_uses.email is 'Whose order, in small letters.';
comment on column private.discount_uses.position is 'In which turn: each takes off of what the one before left.';
comment on column private.discount_uses.rule is
  'What the code said when it was used: {percent, amount_minor, minimum_minor}. A code that is changed later changes no order.';
comment on column private.discount_uses.counted_at is
  'From when on it counts as a use: with the order for an account, when it is confirmed or paid for a guest.';
comment on column private.discount_uses.mailbox is 'As whom it counts.';
comment on column private.discount_uses.given_back_at is 'When the use was given back because the order came to nothing.';

create table private.guesses (
  id bigint generated always as identity primary key,
  what text not null,
  bucket text not null,
  at timestamptz not null default clock_timestamp()
);
create index guesses_bucket_idx on private.guesses (what, bucket, at);
comment on table private.guesses is 'Wrong guesses of things that must not be guessed; old ones are swept.';
comment on column private.guesses.what is 'What was tried: find_order, discount, photo.';
comment on column private.guesses.bucket is 'By whom or at what, hashed.';

create function private.client_address() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_headers constant json := coalesce(nullif(current_setting('request.headers', true), ''), '{}');
  -- Cloudflare, before every hosted project, names whom it heard; to x-forwarded-for it only adds.
  v_address constant text := regexp_replace(
    coalesce(nullif(v_headers ->> 'cf-connecting-ip', ''), nullif(split_part(v_headers ->> 'x-forwarded-for', ',', 1), '')), '^::ffff:(?=\d+\.)', '', 'i');
begin
  -- A connection has 2^64 addresses of IPv6, and is one.
  return case when v_address like '%:%' then host(network(set_masklen(v_address::inet, 64))) else v_address end;
exception when invalid_text_representation then
  return v_address;
end;
$$;
comment on function private.client_address() is 'From where a request came, as the platform reports it: a machine of IPv4, a connection of IPv6; null where it reports nothing.';

create function private.guesser() returns text
language sql stable
set search_path = ''
as $$
  select private.hash_of(coalesce(auth.uid()::text, private.client_address(), 'somebody'))
$$;
comment on function private.guesser() is 'Who guesses, as far as it can be told: the account or the address that the platform reports.';

create function private.guessed_too_often(p_what text, p_bucket text, p_most int) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  -- Who counts and who writes are one: tries at once would all find room for one more.
  perform pg_advisory_xact_lock(hashtextextended(p_what || ' ' || p_bucket, 8));
  return (
    select count(*) >= p_most from private.guesses g
    where g.what = p_what and g.bucket = p_bucket and g.at > now() - interval '15 minutes');
end;
$$;
comment on function private.guessed_too_often(text, text, int) is
  'Whether a bucket is full. One try of a bucket at a time, until it has ended.';
