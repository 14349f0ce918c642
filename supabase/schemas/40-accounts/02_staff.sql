-- Who works here. The only place that decides staff rights: looked up by the caller's id on every
-- request, never read from a token, so a demotion holds from the next request on.

create table private.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('owner', 'editor', 'fulfilment', 'support')),
  added_at timestamptz not null default now()
);
comment on table private.staff is 'One row per person who works in the shop, and what for.';
comment on column private.staff.user_id is 'The account that holds the right.';
comment on column private.staff.role is
  'owner: everything; editor: catalogue, updates, colorways, publishing; fulfilment: orders, stock, shipping; support: reads masked orders, adds notes.';

create table private.staff_rules (
  is_kept boolean primary key default true check (is_kept),
  grace_days int default 7 check (grace_days between 0 and 365),
  proof_hours int not null default 12 check (proof_hours between 1 and 720)
);
comment on table private.staff_rules is
  'One row: what the shop asks of whoever works here. Changed with SQL by whoever runs the database, so that no staff account can loosen it.';
comment on column private.staff_rules.is_kept is 'Always true: there is one row.';
comment on column private.staff_rules.grace_days is
  'How long somebody who began to work here may do without a second factor; null is without end.';
comment on column private.staff_rules.proof_hours is
  'How old the last code of a session may be when staff change something.';
insert into private.staff_rules default values;

create function private.has_second_factor(p_user uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from auth.mfa_factors where user_id = p_user and status = 'verified');
end;
$$;
comment on function private.has_second_factor(uuid) is
  'Whether an account has an authenticator app that counts. Security definer: nobody may read the factors.';

create function private.lacks_second_factor() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' and private.has_second_factor(auth.uid());
end;
$$;
comment on function private.lacks_second_factor() is
  'Whether the caller has a second factor and has not given it in this session. Security definer: nobody may read the factors.';

create function private.factor_due_at(p_user uuid) returns timestamptz
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select s.added_at + make_interval(days => coalesce(r.grace_days, 7))
    from private.staff s left join private.staff_rules r on true
    where s.user_id = p_user and (r.is_kept is null or r.grace_days is not null)
      and not private.has_second_factor(p_user)
  );
end;
$$;
comment on function private.factor_due_at(uuid) is
  'Until when somebody who works here may do without a second factor; null where they have one, where the grace has no end, and for everybody else. Security definer: nobody may read the staff table.';

create function private.is_proof_stale() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_second_factor(auth.uid()) and coalesce((
    -- The auth service keeps the time of each code in the token, through all renewals of it.
    select max((m ->> 'timestamp')::numeric)
    from jsonb_array_elements(
      case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) m
    where m ->> 'method' in ('totp', 'mfa/phone', 'mfa/webauthn')
  ), 0) < extract(epoch from now()) - 3600 * coalesce((select proof_hours from private.staff_rules), 12);
end;
$$;
comment on function private.is_proof_stale() is
  'Whether the caller has a second factor and gave it longer ago than the shop allows for changes. Security definer: nobody may read the factors.';

create function private.has_role(variadic p_roles text[] default '{}') returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (
    select from private.staff
    where user_id = (select auth.uid()) and (cardinality(p_roles) = 0 or role = any (p_roles))
  );
end;
$$;
comment on function private.has_role(text[]) is
  'Whether the account of the caller holds one of the roles, whatever this session may do with it: to tell who lacks a code from who has no right. Rights follow from is_staff.';

create function private.is_staff(variadic p_roles text[] default '{}') returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  -- Everybody else is told by the first look, and never asked for a factor. Guests, who ask this several
  -- times an order, are told by none.
  if auth.uid() is null or not private.has_role(variadic p_roles) then
    return false;
  end if;
  return not private.lacks_second_factor()
    and coalesce(private.factor_due_at((select auth.uid())) > now(), true);
end;
$$;
grant execute on function private.is_staff(text[]) to anon, authenticated, service_role;
comment on function private.is_staff(text[]) is
  'Whether the caller works here in one of the roles, or in any when none is named. A session without the second factor of its account is nobody''s, and so is an account that should have one by now. Security definer: nobody may read the staff table.';

create function private.staff_trouble(p_is_change boolean, variadic p_roles text[] default '{}') returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.has_role(variadic p_roles) then
    return jsonb_build_object('reason', 'not_allowed', 'message', 'Your account isn’t allowed to do this.',
      'details', jsonb_build_object('roles', p_roles));
  end if;
  if private.lacks_second_factor() then
    return jsonb_build_object('reason', 'second_factor',
      'message', 'Enter the code of your authenticator app first.', 'details', '{}'::jsonb);
  end if;
  if private.factor_due_at((select auth.uid())) <= now() then
    return jsonb_build_object('reason', 'second_factor_missing',
      'message', 'Add an authenticator app on your account page first.', 'details', '{}'::jsonb);
  end if;
  if p_is_change and private.is_proof_stale() then
    return jsonb_build_object('reason', 'second_factor_stale',
      'message', 'Nothing was changed. Enter the code of your authenticator app again.', 'details', '{}'::jsonb);
  end if;
  return null;
end;
$$;
comment on function private.staff_trouble(boolean, text[]) is
  'Why the caller may not do what staff of these roles may, as {reason, message, details}; null where they may. Whoever changes something has given the second factor lately. Security definer: nobody may read the staff table.';

create function private.refuse_trouble(p_trouble jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_trouble is not null then
    perform private.refuse(403, p_trouble ->> 'reason', p_trouble ->> 'message', p_trouble -> 'details');
  end if;
end;
$$;
comment on function private.refuse_trouble(jsonb) is 'Refuses with 403 for what staff_trouble found; nothing where it found nothing.';

create function private.require_staff(variadic p_roles text[]) returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.refuse_trouble(private.staff_trouble(true, variadic p_roles));
end;
$$;
grant execute on function private.require_staff(text[]) to authenticated, service_role;
comment on function private.require_staff(text[]) is
  'Refuses with 403 whoever works in none of the roles, and whoever has not given the second factor of their account lately. For what changes something; require_reader is for the rest. Security definer: nobody may read the staff table.';

create function private.require_reader(variadic p_roles text[]) returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.refuse_trouble(private.staff_trouble(false, variadic p_roles));
end;
$$;
grant execute on function private.require_reader(text[]) to authenticated, service_role;
comment on function private.require_reader(text[]) is
  'As require_staff, for functions that read and no more: the age of the second factor does not matter. Security definer: nobody may read the staff table.';

create function private.require_fresh_proof() returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true);
begin
  if v_trouble ->> 'reason' = 'second_factor_stale' then
    perform private.refuse_trouble(v_trouble);
  end if;
end;
$$;
grant execute on function private.require_fresh_proof() to authenticated, service_role;
comment on function private.require_fresh_proof() is
  'Refuses with 403 whoever works here and gave their second factor too long ago, where another rule decides who may. Security definer: nobody may read the staff table.';

create function private.require_second_factor() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if private.lacks_second_factor() then
    perform private.refuse(403, 'second_factor', 'Enter the code of your authenticator app first.');
  end if;
end;
$$;
grant execute on function private.require_second_factor() to authenticated, service_role;
comment on function private.require_second_factor() is
  'Refuses with 403 whoever has a second factor and has not given it in this session. Security definer: nobody may read the factors.';
