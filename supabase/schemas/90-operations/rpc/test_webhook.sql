-- An owner sends a test. It leaves with the next run of the jobs; until then a second press is the same test.

create function private.test_webhook(p_webhook uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_webhook private.webhooks;
begin
  perform private.require_staff('owner');
  select * into v_webhook from private.webhooks w where w.id = p_webhook for update;
  if v_webhook.id is null then
    perform private.refuse(404, 'unknown_webhook', 'This webhook no longer exists. Reload the page.');
  end if;
  -- One that still waits leaves at once, and no other beside it.
  update private.webhook_calls c set call_after = now(), calls = 0, last_error = ''
  where c.webhook_id = p_webhook and c.news_id is null and c.called_at is null and c.given_up_at is null;
  if not found then
    insert into private.webhook_calls (webhook_id) values (p_webhook);
  end if;
  return private.webhook_facts(v_webhook);
end;
$$;
call pg_temp.expose('test_webhook', 'authenticated', 'nobody may write calls.',
  'Queues a test, also for a webhook that is paused, and gives the webhook. Staff: owner. Refuses with not_allowed, unknown_webhook.
Gives {
  called_at: string | null;
  given_up: number;
  host: string;
  id: string;
  is_active: boolean;
  last_error: string;
  name: string;
  tells: string[];
  test: { asked_at: string; called_at: string | null; last_error: string } | null;
  waiting: number;
}');
