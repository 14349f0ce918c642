-- What a provider says of money and the shop can't use: the provider is not to repeat it, and staff are
-- to see it.

create function private.note_refused_event(
  p_provider text, p_event_id text, p_kind text, p_reference text default null, p_amount_minor bigint default 0,
  p_currency text default 'EUR', p_why text default ''
) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.payment_events (provider, event_id, kind, reference, amount_minor, currency, outcome, payload)
  values (left(coalesce(p_provider, ''), 40), left(coalesce(nullif(p_event_id, ''), gen_random_uuid()::text), 200),
    left(coalesce(p_kind, ''), 40), left(coalesce(p_reference, p_event_id), 200), p_amount_minor, left(p_currency, 10),
    'refused', jsonb_build_object('why', left(p_why, 300)))
  on conflict do nothing
$$;
call pg_temp.expose('note_refused_event', 'service_role', 'payments are written through functions alone.',
  'Keeps an event that apply_payment_event refused, for the check. Sent once more by hand, it is tried again. The service alone.');
