-- Who works here, and who was asked to. The owner sees it to invite, change and remove people.

create function private.list_staff() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner');
  return jsonb_build_object(
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'user_id', s.user_id, 'email', u.email, 'role', s.role, 'added_at', s.added_at,
        'has_second_factor', private.has_second_factor(s.user_id), 'factor_due_at', private.factor_due_at(s.user_id),
        'is_own', s.user_id = auth.uid(),
        'last_seen_at', (
          select greatest(max(e.created_at), max(e.updated_at), u.last_sign_in_at) from auth.sessions e where e.user_id = s.user_id)
      ) order by s.added_at, u.email), '[]')
      from private.staff s join auth.users u on u.id = s.user_id),
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'email', i.email, 'role', i.role, 'sent_at', i.sent_at, 'expires_at', i.expires_at,
        'invited_by', (select u.email from auth.users u where u.id = i.invited_by),
        'mail_problem', (
          select m.last_error from public.outbox m
          where m.dedupe_key = 'staff_invited:' || i.id || ':' || i.token_hash and m.sent_at is null)
      ) order by i.sent_at desc, i.email), '[]')
      from private.staff_invitations i));
end;
$$;
call pg_temp.expose('list_staff', 'authenticated', 'nobody may read the staff table.',
  'Who works here and who is invited. Staff: owner.
Gives {
  invitations: {
    email: string;
    expires_at: string;
    id: string;
    invited_by: string | null;
    mail_problem: string | null;
    role: "owner" | "editor" | "fulfilment" | "support";
    sent_at: string;
  }[];
  people: {
    added_at: string;
    email: string;
    factor_due_at: string | null;
    has_second_factor: boolean;
    is_own: boolean;
    last_seen_at: string | null;
    role: "owner" | "editor" | "fulfilment" | "support";
    user_id: string;
  }[];
}');
