-- Which mails somebody would rather not have. What a person must know (money, parcels, deadlines, the
-- account itself) belongs to no topic and is always sent.

create table public.notification_choices (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  topic text not null check (topic in ('batch_updates', 'order_stages', 'list_receipts', 'group_buys')),
  channel text not null default 'email' check (channel in ('email')),
  is_wanted boolean not null,
  primary key (user_id, topic, channel)
);
comment on table public.notification_choices is
  'One row per topic and channel that its person has decided about; without a row it is wanted.';
comment on column public.notification_choices.topic is 'Which mails: those that private.mail_topic names.';

revoke all on public.notification_choices from anon, authenticated;
grant select, delete on public.notification_choices to service_role;
grant select on public.notification_choices to authenticated;
grant insert (topic, channel, is_wanted), update (is_wanted) on public.notification_choices to authenticated;
create policy "Customers read their own e-mail settings" on public.notification_choices for select
  to authenticated using (user_id = (select auth.uid()));
create policy "Customers add their own e-mail settings" on public.notification_choices for insert
  to authenticated with check (user_id = (select auth.uid()));
create policy "Customers change their own e-mail settings" on public.notification_choices for update
  to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function private.mail_topic(p_kind text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return case p_kind
    when 'batch_update' then 'batch_updates'
    when 'stage_changed' then 'order_stages'
    when 'list_joined' then 'list_receipts'
    when 'list_frozen' then 'list_receipts'
    when 'interest_became_group_buy' then 'group_buys'
  end;
end;
$$;
comment on function private.mail_topic(text) is 'The topic that a kind of mail belongs to; null where it is always sent.';
