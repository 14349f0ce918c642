-- The webhooks of the shop, with how their calls went.

create function private.list_webhooks() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner');
  return (select coalesce(jsonb_agg(private.webhook_facts(w) order by w.created_at, w.id), '[]') from private.webhooks w);
end;
$$;
call pg_temp.expose('list_webhooks', 'authenticated', 'nobody may read webhooks.',
  'The webhooks, without their addresses. Staff: owner. Refuses with not_allowed.
Gives <test_webhook>[]');
