-- What a page has to know before a browser asks to be told, or says that it is.

create function private.browser_notices(p_endpoint text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', (select b.id from private.browsers b where b.endpoint = p_endpoint),
    'key', (select k.public_key from private.notice_keys k),
    'product_ids', (
      select coalesce(jsonb_agg(f.product_id order by f.asked_at), '[]')
      from private.browser_follows f join private.browsers b on b.id = f.browser_id where b.endpoint = p_endpoint));
end;
$$;
call pg_temp.expose('browser_notices', 'anon, authenticated',
  'nobody may read the keys or which browser follows what.',
  'The shop''s public key for push services, null until one was made, and of the browser with this push address its id, null where it is not known, and what it follows, null standing for everything new.
Gives { id: string | null; key: string | null; product_ids: (string | null)[] }');
