-- The sender takes mails on a lease: two senders never hold the same one, and what a dead sender held
-- comes up again.

create function private.claim_mails(p_limit int default 20) returns jsonb
language sql security definer
set search_path = ''
as $$
  with taken as (
    select o.id from public.outbox o
    where o.sent_at is null and o.given_up_at is null and o.send_after <= now()
    order by o.send_after, o.created_at limit least(greatest(coalesce(p_limit, 20), 0), 100)
    for update skip locked
  ), leased as (
    update public.outbox o set attempts = o.attempts + 1, send_after = now() + interval '2 minutes'
    from taken where o.id = taken.id
    returning o.id, o.kind, o.recipient, o.language, o.payload, o.attempts, o.created_at
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'kind', kind, 'recipient', recipient, 'language', coalesce(private.published_language(language), 'en'), 'payload', payload || coalesce(s.secrets, '{}'), 'attempts', attempts)
    order by created_at), '[]')
  from leased left join private.mail_secrets s on s.mail_id = leased.id
$$;
call pg_temp.expose('claim_mails', 'service_role', 'the outbox is written through functions.',
  'Mails that are due, held for two minutes by the caller. The service alone.
Gives {
  attempts: number;
  id: string;
  kind: string;
  language: string;
  payload: <outbox.payload>;
  recipient: string;
}[]');
