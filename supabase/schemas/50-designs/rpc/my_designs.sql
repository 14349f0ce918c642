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
call pg_temp.expose('my_designs', 'authenticated', 'nobody may read whose a design is.',
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
}[]');
