-- An owner adds a webhook or changes one. What signs is shown once, when it is made; an address that was
-- entered is never shown again.

create function private.save_webhook(p_name text, p_url text, p_tells text[], p_is_active boolean, p_webhook uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_name constant text := btrim(coalesce(p_name, ''));
  v_url constant text := btrim(coalesce(p_url, ''));
  v_host constant text := lower((regexp_match(v_url, '^https://((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9])(?:[/?][^\s#]*)?$', 'i'))[1]);
  v_webhook private.webhooks;
  v_secret text;
begin
  perform private.require_staff('owner');
  if length(v_name) not between 1 and 60 then
    perform private.refuse(422, 'name_missing', 'Enter a name of 1 to 60 characters.');
  end if;
  if p_tells is null or not p_tells <@ array['drops', 'minimums', 'stages', 'draws'] or p_is_active is null then
    perform private.refuse(422, 'unknown_topic', 'Choose what to send from the list.');
  end if;
  if (p_webhook is null or v_url <> '') and (v_host is null or length(v_url) > 500
    or v_host ~ '(^|\.)(localhost|local|internal|home|lan|intranet|arpa)$') then
    perform private.refuse(422, 'url_refused', 'Enter an address that begins with https://, has a public name and no port.');
  end if;
  if p_webhook is null then
    -- Who adds two at once waits here.
    perform pg_advisory_xact_lock(hashtextextended('webhooks', 0));
    if (select count(*) from private.webhooks) >= 10 then
      perform private.refuse(422, 'too_many_webhooks', 'There are 10 webhooks already. Remove one first.');
    end if;
    v_secret := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    insert into private.webhooks (name, host, tells, is_active)
    values (v_name, v_host, p_tells, p_is_active) returning * into v_webhook;
    insert into private.webhook_secrets (webhook_id, url, secret) values (v_webhook.id, v_url, v_secret);
  else
    update private.webhooks w set name = v_name, host = coalesce(v_host, w.host), tells = p_tells, is_active = p_is_active
    where w.id = p_webhook returning * into v_webhook;
    if v_webhook.id is null then
      perform private.refuse(404, 'unknown_webhook', 'This webhook no longer exists. Reload the page.');
    end if;
    update private.webhook_secrets s set url = v_url where s.webhook_id = p_webhook and v_url <> '';
  end if;
  return private.webhook_facts(v_webhook) || jsonb_build_object('secret', v_secret);
end;
$$;
call pg_temp.expose('save_webhook', 'authenticated', 'nobody may write webhooks.',
  'Adds a webhook, or with p_webhook changes one; an empty p_url keeps its address. The secret comes where it was made now, and never again. Staff: owner. Refuses with not_allowed, name_missing, unknown_topic, url_refused, too_many_webhooks, unknown_webhook.
Gives {
  called_at: string | null;
  given_up: number;
  host: string;
  id: string;
  is_active: boolean;
  last_error: string;
  name: string;
  secret: string | null;
  tells: string[];
  test: { asked_at: string; called_at: string | null; last_error: string } | null;
  waiting: number;
}');
