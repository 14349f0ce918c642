-- Likes a public design, or takes the like back; twice is once.

create function private.like_design(p_id uuid, p_liked boolean default true) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count int;
begin
  perform 1 from public.designs where id = p_id and visibility = 'public' and hidden_at is null for update;
  if not found or auth.uid() is null then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists or is no longer public.', jsonb_build_object('id', p_id));
  end if;
  if coalesce(p_liked, true) then
    insert into public.design_likes (design_id, user_id) values (p_id, auth.uid()) on conflict do nothing;
  else
    delete from public.design_likes where design_id = p_id and user_id = auth.uid();
  end if;
  return (select jsonb_build_object('like_count', d.like_count, 'is_liked', exists (
    select from public.design_likes where design_id = p_id and user_id = auth.uid()))
    from public.designs d where d.id = p_id);
end;
$$;
call pg_temp.expose('like_design', 'authenticated', 'likes are counted through functions alone.',
  'Likes a public design or takes the like back. Refuses with unknown_design.
Gives { is_liked: boolean; like_count: number }');

create function private.count_design_likes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.designs set like_count = like_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = case tg_op when 'INSERT' then new.design_id else old.design_id end;
  return null;
end;
$$;
comment on function private.count_design_likes() is
  'Keeps the count of likes true, also when an account goes. Security definer: nobody writes designs.';
create trigger count_design_likes after insert or delete on public.design_likes
  for each row execute function private.count_design_likes();
