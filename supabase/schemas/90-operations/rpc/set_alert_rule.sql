-- Owners decide who is told of what.

create function private.set_alert_rule(p_code text, p_roles text[], p_mails boolean, p_calls boolean, p_threshold int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_rule private.alert_rules;
begin
  perform private.require_staff('owner');
  if p_roles is null or not p_roles <@ array['owner', 'editor', 'fulfilment', 'support'] then
    perform private.refuse(422, 'unknown_role', 'This role does not exist. Choose another.');
  end if;
  if p_threshold is null or p_threshold not between 0 and 10000 or p_mails is null or p_calls is null then
    perform private.refuse(422, 'wrong_threshold', 'Enter a whole number from 0 to 10,000.');
  end if;
  update private.alert_rules r
  set roles = array(select distinct unnest(p_roles) order by 1), mails = p_mails, calls = p_calls, threshold = p_threshold
  where r.code = p_code returning * into v_rule;
  if not found then
    perform private.refuse(404, 'unknown_alert', 'There are no such alerts. Reload the page.');
  end if;
  return jsonb_build_object('code', v_rule.code, 'roles', v_rule.roles, 'mails', v_rule.mails, 'calls', v_rule.calls, 'threshold', v_rule.threshold);
end;
$$;
call pg_temp.expose('set_alert_rule', 'authenticated', 'nobody may write the rules.',
  'Sets who is told of one kind of alert, how, and from when on. Staff: owner. Refuses with not_allowed, second_factor, second_factor_stale, unknown_role, wrong_threshold, unknown_alert.
Gives { calls: boolean; code: string; mails: boolean; roles: string[]; threshold: number }');
