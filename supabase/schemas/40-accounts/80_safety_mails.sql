-- A mail for every change of an account's safety: what changed, when, and what to do if somebody else
-- did it. Triggers on the tables of the auth schema tell what the auth service does, for it writes them
-- by itself, embedded as hosted; recovery codes and deletions are told by the functions that change them.

create function private.tell_of_safety(
  p_kind text, p_user uuid, p_facts jsonb default '{}', p_to text default null
) returns void
language sql
set search_path = ''
as $$
  select private.queue_mail(
    p_kind, coalesce(p_to, u.email), p_user || ':' || now(), p_facts || jsonb_build_object('at', now()), p_user)
  from auth.users u
  where u.id = p_user and coalesce(p_to, u.email) <> '' and u.deleted_at is null
$$;
comment on function private.tell_of_safety(text, uuid, jsonb, text) is
  'Queues one mail of a kind an account and transaction, to its address or to p_to. Nothing for an account without an address, or one that is being deleted.';

create function private.tell_of_changed_sign_in() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- An address that nobody has confirmed may be a stranger's.
  if old.confirmed_at is null or new.deleted_at is not null then
    return null;
  end if;
  if new.encrypted_password <> '' and new.encrypted_password is distinct from old.encrypted_password
    and coalesce(current_setting('keywright.is_same_password', true), '') <> 'yes' then
    perform private.tell_of_safety('password_changed', new.id,
      jsonb_build_object('is_first', coalesce(old.encrypted_password, '') = ''));
  end if;
  if old.email <> '' and lower(new.email) is distinct from lower(old.email) then
    perform private.tell_of_safety('email_changed', new.id,
      jsonb_build_object('new_email', left(new.email, 1) || '…@' || split_part(new.email, '@', 2)), old.email);
  end if;
  if coalesce(new.phone, '') <> coalesce(old.phone, '') then
    perform private.tell_of_safety('phone_changed', new.id,
      jsonb_build_object('ending', right(new.phone, 2), 'is_first', coalesce(old.phone, '') = ''));
  end if;
  return null;
end;
$$;
comment on function private.tell_of_changed_sign_in() is
  'Tells of another password, address or number. keywright.is_same_password says that a hash is only written anew. Security definer: the auth service may not write the outbox.';
create trigger tell_of_changed_sign_in after update on auth.users
  for each row when (
    old.encrypted_password is distinct from new.encrypted_password
    or old.email is distinct from new.email or old.phone is distinct from new.phone)
  execute function private.tell_of_changed_sign_in();

create function private.tell_of_factor() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_has_another boolean;
begin
  if tg_op = 'UPDATE' then
    perform private.tell_of_safety('second_factor_added', new.user_id,
      jsonb_build_object('type', new.factor_type));
    return null;
  end if;
  v_has_another := exists (
    select from auth.mfa_factors f where f.user_id = old.user_id and f.status = 'verified');
  -- Codes for a factor that is gone must not open the account of the next one.
  if not v_has_another then
    delete from private.recovery_codes where user_id = old.user_id;
  end if;
  perform private.tell_of_safety('second_factor_removed', old.user_id,
    jsonb_build_object('type', old.factor_type, 'has_another', v_has_another));
  return null;
end;
$$;
comment on function private.tell_of_factor() is
  'Tells of a second factor that counts from now on or no longer, and ends the recovery codes with the last one. Security definer: the auth service may write neither outbox nor codes.';
create trigger tell_of_added_factor after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified')
  execute function private.tell_of_factor();
create trigger tell_of_removed_factor after delete on auth.mfa_factors
  for each row when (old.status = 'verified')
  execute function private.tell_of_factor();

create function private.tell_of_identity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.tell_of_safety('identity_unlinked', old.user_id, jsonb_build_object('provider', old.provider));
  elsif exists (select from auth.identities i where i.user_id = new.user_id and i.id <> new.id) then
    perform private.tell_of_safety('identity_linked', new.user_id, jsonb_build_object('provider', new.provider));
  end if;
  return null;
end;
$$;
comment on function private.tell_of_identity() is
  'Tells of a further way to sign in, and of one that is gone. The first one is the sign-up. Security definer: the auth service may not write the outbox.';
-- The identities of an address and of a number follow those, and their mails.
create trigger tell_of_linked_identity after insert on auth.identities
  for each row when (new.provider not in ('email', 'phone'))
  execute function private.tell_of_identity();
create trigger tell_of_unlinked_identity after delete on auth.identities
  for each row when (
    old.provider not in ('email', 'phone')
    or old.provider = 'email' and old.identity_data ->> 'email_verified' = 'true')
  execute function private.tell_of_identity();

create function private.tell_of_ended_sessions() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.tell_of_safety('sessions_ended', e.user_id, jsonb_build_object('count', e.count))
  from (
    select s.user_id, count(*) as count
    from ended s
    where (s.not_after is null or s.not_after > now())
      -- One that owes the second factor opens nothing: giving it elsewhere ends it.
      and (s.aal <> 'aal1' or not exists (
        select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'))
    group by s.user_id having count(*) > 1
  ) e
  -- A new password and a first factor end the other sessions too, and their mails say so.
  where not exists (
    select from public.outbox m
    where m.dedupe_key in (
      'password_changed:' || e.user_id || ':' || now(), 'second_factor_added:' || e.user_id || ':' || now()));
  return null;
end;
$$;
comment on function private.tell_of_ended_sessions() is
  'Tells that several sessions ended at once. A single one looks like its own device signing out; public.end_session tells of those it ends. Security definer: the auth service may not write the outbox.';
create trigger tell_of_ended_sessions after delete on auth.sessions
  referencing old table as ended
  for each statement execute function private.tell_of_ended_sessions();
