-- The caller of providers takes refunds on a lease, as mails are taken: what a dead one held comes up again.

create function private.claim_refund_calls(p_providers text[], p_orders uuid[] default null, p_limit int default 20) returns jsonb
language sql security definer
set search_path = ''
as $$
  with taken as (
    select r.id from public.refund_calls r
    where r.state = 'waiting' and r.provider = any (p_providers)
      -- Whoever asks for an order doesn't wait for its next try, but never has what another one holds.
      and case when p_orders is null then r.call_after <= now()
        else r.order_id = any (p_orders) and (r.call_after <= now() or r.problem <> '') end
    order by r.call_after, r.created_at limit least(greatest(coalesce(p_limit, 20), 0), 100)
    for update skip locked
  ), leased as (
    update public.refund_calls r set attempts = r.attempts + 1, call_after = now() + interval '2 minutes', problem = ''
    from taken where r.id = taken.id
    returning r.*
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'order_id', order_id, 'provider', provider, 'charge', charge_reference,
    'amount_minor', amount_minor, 'currency', currency,
    -- Nobody can have asked for it before, nor in a copy of the shop from which this one was restored.
    'is_fresh', attempts = 1 and created_at > now() - interval '1 hour') order by created_at), '[]')
  from leased
$$;
call pg_temp.expose('claim_refund_calls', 'service_role', 'calls are written through functions.',
  'Refunds that a provider is to be asked for, held for two minutes by the caller: those that are due, or those of some orders. charge is what the provider calls the payment that it came by; is_fresh says that nobody can have asked for it before. The service alone.
Gives { amount_minor: number; charge: string; currency: string; id: string; is_fresh: boolean; order_id: string; provider: string }[]');
