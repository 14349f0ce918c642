-- How the shop is, for staff: what their role is told of, and for owners the machinery behind it.

create function private.shop_health() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_role text;
begin
  perform private.require_reader('owner', 'editor', 'fulfilment', 'support');
  v_role := (select s.role from private.staff s where s.user_id = auth.uid());
  return private.health() || jsonb_build_object(
    'alerts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'code', a.code, 'about', a.about, 'message', a.message,
        'desk', a.desk, 'record', a.record, 'opened_at', a.opened_at, 'closed_at', a.closed_at) order by a.closed_at desc nulls first, a.opened_at desc), '[]')
      from (
        select a.* from private.alerts a join private.alert_rules r on r.code = a.code
        where v_role = any (r.roles) and (a.closed_at is null or a.closed_at > now() - interval '7 days')
        order by a.closed_at desc nulls first, a.opened_at desc limit 100) a),
    'owner', case when v_role = 'owner' then jsonb_build_object(
      'backup', (
        select jsonb_build_object('made_at', b.made_at, 'bytes', b.bytes, 'sha256', b.sha256, 'is_encrypted', b.is_encrypted,
          'is_verified', b.is_verified, 'rows', b.row_count, 'files', b.file_count, 'lost_files', b.lost_files)
        from private.backups b order by b.made_at desc limit 1),
      'database_bytes', pg_catalog.pg_database_size(pg_catalog.current_database()),
      'mails_waiting', (select count(*) from public.outbox m where m.sent_at is null and m.given_up_at is null),
      'notices_given_up', (select count(*) from private.notices n where n.given_up_at > now() - interval '7 days'),
      'rules', (
        select jsonb_agg(jsonb_build_object('code', r.code, 'roles', r.roles, 'mails', r.mails, 'calls', r.calls, 'threshold', r.threshold) order by r.code)
        from private.alert_rules r)) end);
end;
$$;
call pg_temp.expose('shop_health', 'authenticated', 'nobody may read alerts, backups and rules.',
  'Health, the alerts of the caller''s role, and for owners the last backup and who is told of what. Staff. Refuses with not_allowed, second_factor, second_factor_missing.
Gives {
  alerts: {
    about: string;
    closed_at: string | null;
    code: string;
    desk: string;
    id: string;
    message: string;
    opened_at: string;
    record: string;
  }[];
  database: "ok";
  jobs: "ok" | "late" | "never";
  owner: {
    backup: {
      bytes: number;
      files: number;
      is_encrypted: boolean;
      is_verified: boolean;
      lost_files: number;
      made_at: string;
      rows: number;
      sha256: string;
    } | null;
    database_bytes: number;
    mails_waiting: number;
    notices_given_up: number;
    rules: <set_alert_rule>[];
  } | null;
}');
