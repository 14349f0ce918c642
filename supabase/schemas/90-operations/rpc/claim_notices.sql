-- Which notices browsers are still to be sent. Whoever takes one says later what came of it; until then it comes
-- up again, each time later.

create function private.claim_notices(p_limit int default 1, p_silent text[] default '{}') returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_keys constant jsonb := (select jsonb_build_object('public', k.public_key, 'private', k.private_key) from private.notice_keys k);
  v_taken jsonb := '[]';
begin
  if v_keys is not null then
    update private.notices n set given_up_at = now(), last_error = 'It was sent eight times without a word of what came of it'
    where n.sent_at is null and n.given_up_at is null and n.send_after <= now() and n.tries >= 8;
    with taken as (
      select n.id from private.notices n join private.browsers b on b.id = n.browser_id
      where n.sent_at is null and n.given_up_at is null and n.send_after <= now()
        and substring(b.endpoint from '^https?://[^/]+') <> all (p_silent)
      order by n.send_after, n.created_at, n.id limit least(greatest(coalesce(p_limit, 1), 0), 50)
      for update of n skip locked
    ), leased as (
      update private.notices n
      set tries = n.tries + 1, send_after = now() + make_interval(mins => power(2, least(n.tries + 1, 8))::int)
      from taken t where n.id = t.id
      returning n.*
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'fact', l.fact, 'payload', l.payload,
      'language', coalesce(private.published_language(b.language), 'en'),
      'endpoint', b.endpoint, 'public_key', b.public_key, 'secret', b.secret) order by l.created_at, l.id), '[]')
    into v_taken
    from leased l join private.browsers b on b.id = l.browser_id;
  end if;
  return jsonb_build_object('keys', v_keys, 'notices', v_taken);
end;
$$;
call pg_temp.expose('claim_notices', 'service_role', 'nobody may read or write notices.',
  'Notices that are due, each held for two minutes or more by the caller; none before there are keys. The service alone.
Gives {
  keys: { private: string; public: string } | null;
  notices: {
    endpoint: string;
    fact: string;
    id: string;
    kind: "product_update" | "new_drops";
    language: string;
    payload: Record<string, unknown>;
    public_key: string;
    secret: string;
  }[];
}');
