-- One shared design as staff decide about it: what visitors say, and what colleagues decided before.

create function private.design_record(p_design uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_design public.designs;
  v_is_owner constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'editor', 'support');
  select * into v_design from public.designs d where d.id = p_design and d.visibility <> 'private';
  if not found then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists or is private.', jsonb_build_object('id', p_design));
  end if;
  return jsonb_build_object(
    'id', v_design.id, 'code', v_design.code, 'name', v_design.name, 'design', v_design.design, 'layout', v_design.layout,
    'created_at', v_design.created_at, 'updated_at', v_design.updated_at, 'hidden_at', v_design.hidden_at,
    'like_count', v_design.like_count, 'is_public', v_design.visibility = 'public', 'is_used', private.design_is_used(v_design.id),
    'has_account', v_design.owner_id is not null,
    'maker', (select to_jsonb(k) from private.design_person(v_design.owner_id) k),
    'reports', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', r.id, 'reason', r.reason, 'reported_at', r.reported_at, 'answered_at', r.answered_at,
        'has_account', r.user_id is not null,
        'reporter', (select to_jsonb(k) from private.design_person(r.user_id) k)
      ) order by r.reported_at desc, r.id), '[]')
      from public.design_reports r where r.design_id = p_design),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'at', a.at, 'reason', a.after ->> 'reason',
        'was_hidden', a.before ->> 'hidden_at' is not null, 'is_hidden', a.after ->> 'hidden_at' is not null,
        'role', a.actor_role, 'is_own', a.actor_id is not distinct from auth.uid(),
        'email', case when v_is_owner then u.email end
      ) order by a.id desc), '[]')
      from public.audit_log a left join auth.users u on u.id = a.actor_id
      where a.row_id = p_design::text and a.table_name = 'designs' and a.action = 'update'));
end;
$$;
call pg_temp.expose('design_record', 'authenticated',
  'the audit log is the owner''s, and whose a design is, nobody may read.',
  'A public or unlisted design with its reports and what staff decided. Makers and reporters are for owner and support, names masked for support; the e-mail is for owners. Staff: owner, editor, support. Refuses with not_allowed, unknown_design.
Gives {
  code: string;
  created_at: string;
  design: <designs.design>;
  has_account: boolean;
  hidden_at: string | null;
  history: {
    at: string;
    email: string | null;
    id: number;
    is_hidden: boolean;
    is_own: boolean;
    reason: string;
    role: string;
    was_hidden: boolean;
  }[];
  id: string;
  is_public: boolean;
  is_used: boolean;
  layout: string;
  like_count: number;
  maker: { id: string; name: string } | null;
  name: string;
  reports: {
    answered_at: string | null;
    has_account: boolean;
    id: string;
    reason: string;
    reported_at: string;
    reporter: { id: string; name: string } | null;
  }[];
  updated_at: string;
}');
