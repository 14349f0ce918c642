-- What the webhook of the shop is still to be told of. Whoever takes it says later that it went out;
-- until then it comes up again, each time later.

create function private.claim_alerts(p_limit int default 20) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_taken jsonb;
begin
  with taken as (
    select a.id from private.alerts a join private.alert_rules r on r.code = a.code and r.calls
    where a.called_at is null and a.call_after <= now() and a.calls < 10
    order by a.opened_at limit least(greatest(coalesce(p_limit, 20), 0), 50)
    for update of a skip locked
  ), leased as (
    update private.alerts a set calls = a.calls + 1, call_after = now() + make_interval(mins => power(2, a.calls)::int)
    from taken t where a.id = t.id
    returning a.id, a.about, a.message, a.opened_at
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'about', about, 'message', message) order by opened_at, about), '[]')
  into v_taken from leased;
  return v_taken;
end;
$$;
call pg_temp.expose('claim_alerts', 'service_role', 'nobody may write alerts.',
  'Alerts that the webhook is to be told of. The service alone.
Gives { about: string; id: string; message: string }[]');
