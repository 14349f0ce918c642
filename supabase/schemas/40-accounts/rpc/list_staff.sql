-- Who works here. The owner sees it to add and remove people.

create function private.list_staff() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'user_id', s.user_id, 'email', u.email, 'role', s.role, 'added_at', s.added_at,
      'has_second_factor', exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified')
    ) order by s.added_at, u.email), '[]')
    from private.staff s join auth.users u on u.id = s.user_id);
end;
$$;
grant execute on function private.list_staff() to authenticated;
comment on function private.list_staff() is
  'Body of public.list_staff. Security definer: nobody may read the staff table.';

create function public.list_staff() returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.list_staff()
$$;
grant execute on function public.list_staff() to authenticated;
comment on function public.list_staff() is
  'Who works here: [{user_id, email, role, added_at, has_second_factor}]. Staff: owner.';
