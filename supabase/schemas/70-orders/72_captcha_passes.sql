-- The owner may ask guests to show that a person orders. The edge function captcha checks the answer
-- with the provider and notes it here, by the key of the order that it is for.

create table private.captcha_passes (
  order_key uuid primary key,
  passed_at timestamptz not null default now()
);
create index captcha_passes_passed_idx on private.captcha_passes (passed_at);
comment on table private.captcha_passes is 'Orders on their way whose guest has shown that they are a person. Kept for an hour.';

create function private.check_captcha(p_key uuid, p_proven_email text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_proven_email is null
    and exists (select from public.settings s where s.key = 'captcha_for_guests' and s.value > 0)
    and not exists (
      select from private.captcha_passes p where p.order_key = p_key and p.passed_at > now() - interval '1 hour') then
    perform private.refuse(403, 'captcha_needed', 'Confirm that you are human, then place the order again.');
  end if;
end;
$$;
comment on function private.check_captcha(uuid, text) is
  'While the setting captcha_for_guests is 1, refuses an order without a pass. An account with a confirmed mailbox needs none.';
