-- Who works here. The only place that decides staff rights: looked up by the caller's id on every
-- request, never read from a token, so a demotion holds from the next request on.

create table private.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('owner', 'editor', 'fulfilment', 'support')),
  added_at timestamptz not null default now()
);
alter table private.staff enable row level security;
comment on table private.staff is 'One row per person who works in the shop, and what for.';
comment on column private.staff.user_id is 'The account that holds the right.';
comment on column private.staff.role is
  'owner: everything; editor: catalogue, updates, colorways, publishing; fulfilment: orders, stock, shipping; support: reads masked orders, adds notes.';

create function private.lacks_second_factor() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' and exists (
    select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
  )
$$;
comment on function private.lacks_second_factor() is
  'Whether the caller has a second factor and has not given it in this session. Security definer: nobody may read the factors.';

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
  -- Everybody else is told by the first look, and never asked for a factor.
  if not private.has_role(variadic p_roles) then
    return false;
  end if;
  return not private.lacks_second_factor();
end;
$$;
grant execute on function private.is_staff(text[]) to anon, authenticated, service_role;
comment on function private.is_staff(text[]) is
  'Whether the caller works here in one of the roles, or in any when none is named. A session without the second factor of its account is nobody''s. Security definer: nobody may read the staff table.';

create function private.require_staff(variadic p_roles text[]) returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.has_role(variadic p_roles) then
    perform private.refuse(403, 'not_allowed', 'Your account has no right to do this.',
      jsonb_build_object('roles', p_roles));
  end if;
  perform private.require_second_factor();
end;
$$;
grant execute on function private.require_staff(text[]) to authenticated, service_role;
comment on function private.require_staff(text[]) is
  'Refuses with 403 whoever works in none of the roles, and whoever has not given the second factor of their account. Security definer: nobody may read the staff table.';

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
