-- Reads one design by its id or short code. The only way to an unlisted one in a browser, and to a
-- guest's own by its secret; what may not be seen is null, as if it did not exist.

create function private.open_design(p_key text, p_secret text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_design public.designs;
begin
  select * into v_design from public.designs
  where case when p_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then id = p_key::uuid else code = p_key end;
  if not found or not private.can_see_design(v_design, p_secret) then
    return null;
  end if;
  return jsonb_build_object(
    'id', v_design.id, 'code', v_design.code, 'name', v_design.name, 'visibility', v_design.visibility,
    'design', v_design.design, 'version', v_design.version, 'like_count', v_design.like_count,
    'updated_at', v_design.updated_at,
    'is_mine', private.is_design_maker(v_design, p_secret),
    'is_used', private.design_is_used(v_design.id),
    'is_hidden', v_design.hidden_at is not null,
    'is_liked', exists (select from public.design_likes where design_id = v_design.id and user_id = auth.uid()),
    'forked_from', (
      select jsonb_build_object('id', f.id, 'code', f.code, 'name', f.name) from public.designs f
      where f.id = v_design.forked_from and private.can_see_design(f, p_secret)
    ));
end;
$$;
call pg_temp.expose('open_design', 'anon, authenticated, service_role',
  'an unlisted design is read by whoever has its id, and by nobody in a list.',
  'One design by id or short code, with what the caller may do with it; null for what they may not see.
Gives {
  code: string;
  design: <designs.design>;
  forked_from: { code: string; id: string; name: string } | null;
  id: string;
  is_hidden: boolean;
  is_liked: boolean;
  is_mine: boolean;
  is_used: boolean;
  like_count: number;
  name: string;
  updated_at: string;
  version: number;
  visibility: <design_visibility>;
} | null');
