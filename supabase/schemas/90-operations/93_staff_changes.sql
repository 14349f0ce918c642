-- Whoever works here and has a second factor has given it lately when they write a table by themselves;
-- functions ask for it in private.require_staff. Every table that a policy lets staff write is guarded.

create function private.guard_staff_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- A function writes as its owner, and not everything that it writes is a change by staff.
  if current_user = 'authenticated' then
    perform private.require_fresh_proof();
  end if;
  return null;
end;
$$;
comment on function private.guard_staff_change() is
  'Refuses a write by staff whose second factor was given too long ago.';

do $$
declare
  v_table text;
begin
  for v_table in
    select distinct p.tablename from pg_policies p
    where p.schemaname = 'public' and p.cmd <> 'SELECT' and concat(p.qual, p.with_check) like '%is_staff%'
    order by 1
  loop
    execute format('create trigger guard_staff_change before insert or update or delete on public.%I
      for each statement execute function private.guard_staff_change()', v_table);
  end loop;
end;
$$;
