-- The designs of the caller. Whose a design is stands in no column that anybody may read, so their
-- owner asks here.

create function private.my_designs() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(d) order by d.updated_at desc), '[]')
  from (
    select id, code, name, visibility, design, version, created_at, updated_at
    from public.designs where owner_id = (select auth.uid())
    order by updated_at desc limit 500
  ) d
$$;
grant execute on function private.my_designs() to authenticated;
comment on function private.my_designs() is
  'Body of public.my_designs. Security definer: nobody may read whose a design is.';

create function public.my_designs() returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.my_designs()
$$;
grant execute on function public.my_designs() to authenticated;
comment on function public.my_designs() is
  'The caller''s designs, newest change first.
Gives {
  code: string;
  created_at: string;
  design: <designs.design>;
  id: string;
  name: string;
  updated_at: string;
  version: number;
  visibility: <design_visibility>;
}[]';
