-- What somebody without an account holds of an order. Reading: the secret of the browser that ordered,
-- and that of the mails. Acting: the browser's while it is young, and one that a mail carries for a day.

create table private.acting_secrets (
  secret_hash text primary key check (secret_hash ~ '^[0-9a-f]{64}$'),
  order_id uuid not null references public.order_records (id) on delete cascade,
  made_at timestamptz not null default now()
);
create index acting_secrets_order_idx on private.acting_secrets (order_id, made_at);
comment on table private.acting_secrets is
  'Secrets of mails that change an order for a day, and show it afterwards. Their text is in the mail alone.';
comment on column private.acting_secrets.secret_hash is 'SHA-256 of the secret.';
comment on column private.acting_secrets.order_id is 'Which order it changes.';
comment on column private.acting_secrets.made_at is 'When it was sent.';

create function private.make_acting_secret(p_order uuid) returns text
language plpgsql
set search_path = ''
as $$
declare
  v_secret constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
begin
  insert into private.acting_secrets (secret_hash, order_id) values (private.hash_of(v_secret), p_order);
  return v_secret;
end;
$$;
comment on function private.make_acting_secret(uuid) is
  'A new secret for a mail that lets its reader change an order; the order keeps its hash.';

create function private.is_secret_of(p_order uuid, p_token text) returns boolean
language sql stable
set search_path = ''
as $$
  select length(p_token) = 64 and (
    exists (
      select from private.order_contacts c
      where c.order_id = p_order and private.hash_of(p_token) in (c.token_hash, c.mailbox_token_hash))
    or exists (
      select from private.acting_secrets a
      where a.order_id = p_order and a.secret_hash = private.hash_of(p_token)))
$$;
comment on function private.is_secret_of(uuid, text) is
  'Whether a text is a secret of an order, however old: enough to see it and to pay it.';

create function private.may_act_by(p_order public.order_records, p_token text) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(length(p_token) = 64 and (
    exists (
      select from private.order_contacts c
      where c.order_id = p_order.id and c.token_hash = private.hash_of(p_token)
        and (p_order.status = 'awaiting_payment' or p_order.placed_at > now() - interval '24 hours'))
    or exists (
      select from private.acting_secrets a
      where a.order_id = p_order.id and a.secret_hash = private.hash_of(p_token)
        and (p_order.status = 'awaiting_payment' or a.made_at > now() - interval '24 hours'))), false)
$$;
comment on function private.may_act_by(public.order_records, text) is
  'Whether a secret changes an order: that of the browser and those of mails do for a day, and as long as the order waits for its payment.';

create function private.is_customer_of(p_order public.order_records, p_token text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  if p_order.id is null then
    return false;
  elsif p_order.user_id = auth.uid() then
    return true;
  end if;
  -- Whoever can write an order for somebody is never taken for them, whatever they hold.
  return not private.is_staff('owner', 'fulfilment') and coalesce(private.is_secret_of(p_order.id, p_token), false);
end;
$$;
comment on function private.is_customer_of(public.order_records, text) is
  'Whether the caller may pay an order as its customer: by their account, or by any of its secrets.';

create function private.refuse_old_secret() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform private.refuse(403, 'link_expired',
    'Nothing was changed: this link now only shows the order. Send yourself a new one from the order page.');
end;
$$;
comment on function private.refuse_old_secret() is 'Refuses a secret that is too old to change something.';

create function private.acting_secret_for(p_order public.order_records) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if p_order.user_id is not null then
    return '{}';
  end if;
  return jsonb_build_object('acting_token', private.make_acting_secret(p_order.id));
end;
$$;
comment on function private.acting_secret_for(public.order_records) is
  'What a mail that asks a guest to change their order carries beside the secret that shows it.';
