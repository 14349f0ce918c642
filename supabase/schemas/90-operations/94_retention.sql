-- What is kept how long, in one place. One job forgets the rest, a part at a time: one turn holds nothing up.

create table private.retention (
  name text primary key,
  rows_of regclass not null,
  age text not null default '',
  only_where text not null default 'true',
  keeps interval check (keeps > interval '0'),
  why text not null,
  check (keeps is null or age <> '')
);
comment on table private.retention is
  'How long rows of each growing table are kept, and why. Written by migrations alone, since its texts are run as SQL.';
comment on column private.retention.age is 'From when the time counts; each has an index.';
comment on column private.retention.only_where is 'Which rows may go at all.';
comment on column private.retention.keeps is 'Null: as long as what they belong to.';

insert into private.retention (name, rows_of, age, only_where, keeps, why) values
  ('mails', 'public.outbox', 'coalesce(sent_at, given_up_at)', 'coalesce(sent_at, given_up_at) is not null', '400 days',
    'Staff answer questions about an order with its mails; no fact is told again after so long.'),
  ('visits', 'public.analytics_events', 'received_at', 'true', '400 days', 'A year can be compared with the one before; the sums of each day stay.'),
  ('steps of visits', 'private.visit_steps', 'day', 'true', '14 days', 'No event comes so late that its visit would be counted again.'),
  ('events of a day', 'private.event_days', 'day', 'true', '14 days', 'Bounds a day alone.'),
  ('wrong guesses', 'private.guesses', 'at', 'true', '1 day', 'Limits count a day.'),
  ('answers by key', 'private.call_keys', 'created_at', 'true', '7 days', 'Nobody sends a request again after so long.'),
  ('unconfirmed follows', 'private.follows', 'asked_at', 'confirmed_at is null', '3 days', 'The mailbox never said yes.'),
  ('expired invitations', 'private.staff_invitations', 'expires_at', 'true', '30 days', 'An owner sees that nobody answered, and can send it again.'),
  ('ended follows', 'private.follows', 'greatest(ended_at, told_at, asked_at)', 'num_nonnulls(ended_at, told_at) > 0', '30 days', 'Whoever follows the link of the mail later finds what it did.'),
  ('news', 'private.news', 'noted_at', 'true', '400 days', 'Nothing is told twice, or long after it happened.'),
  ('calls of webhooks', 'private.webhook_calls', 'created_at', 'true', '30 days', 'Long enough to find what did not arrive.'),
  ('browsers', 'private.browsers', 'seen_at', 'true', '400 days', 'Whoever uses one is seen by then: it asked, or its push service took a notice.'),
  ('notices in browsers', 'private.notices', 'created_at', 'true', '30 days', 'Long enough to find what did not arrive.'),
  -- What an order was made with stays, though the order keeps a copy of its own.
  ('designs of guests', 'public.designs', 'updated_at',
    $sql$owner_id is null and visibility <> 'public' and not exists (select from public.order_lines l where l.design_id = designs.id)$sql$,
    '180 days', 'A guest who comes back finds what they saved.'),
  ('publishings', 'public.publish_requests', 'requested_at',
    $sql$finished_at is not null and exists (
      select from public.publish_requests n where n.status = 'live' and n.requested_at > publish_requests.requested_at)$sql$,
    '90 days', 'Long enough to find what went wrong; the last one that is live stays.'),
  ('alerts', 'private.alerts', 'closed_at', 'closed_at is not null', '90 days', 'Long enough to see what keeps coming back.'),
  ('backups', 'private.backups', 'made_at', 'exists (select from private.backups n where n.made_at > backups.made_at)', '2 years',
    'Tells which archives there should be; the last one stays.'),
  ('audit log', 'public.audit_log', 'at', 'true', '10 years', 'The law asks who changed prices and money for as long as for the books.'),
  ('payments', 'public.payments', '', 'true', null, 'Books: the law asks for ten years, and an order is never without its money.'),
  ('entries of orders', 'public.order_entries', '', 'true', null, 'Books, as payments are.'),
  ('events of providers', 'private.payment_events', '', 'true', null, 'Books: each must be known for as long as its provider may repeat it, and disputes take years.'),
  ('attempts to pay', 'private.payment_attempts', '', 'true', null, 'Tells which payment of a provider is which order.'),
  ('history of orders', 'public.order_events', '', 'true', null, 'Who did what to an order, kept with it.'),
  ('returns', 'public.order_returns', '', 'true', null, 'Kept with their order: they say why money went back.'),
  ('photographs of returns', 'private.return_photos', 'added_at',
    '(select r.ended_at from public.order_returns r where r.id = return_photos.return_id) is not null',
    '400 days', 'Nobody asks about a fault again so long after it was settled.'),
  ('keys of orders', 'private.order_keys', '', 'true', null, 'Tells which account or guest placed an order, kept with it.'),
  ('documents', 'public.documents', '', 'true', null, 'Books: the law asks for invoices for ten years, and a number that is missing has to be explained.'),
  ('what documents say', 'private.document_facts', '', 'true', null, 'Books, with their documents.'),
  ('documents that wait', 'private.documents_due', '', 'true', null, 'Gone once they are issued.'),
  ('bank statements', 'public.bank_statements', '', 'true', null, 'Books: which files were read, by whom.'),
  ('bank entries', 'public.bank_entries', 'settled_at', $sql$status = 'set_aside'$sql$, '400 days',
    'What was for no order is nobody''s business for long. What was recorded is books, and known again in any file.'),
  ('payments of bank entries', 'public.bank_entry_payments', '', 'true', null, 'Books, with their payments.'),
  ('accounts of payers', 'private.payer_accounts', 'kept_at', 'true', '400 days', 'A refund goes back to the account that paid; after so long its customer is asked.'),
  ('accounts for refunds', 'private.refund_accounts', 'needed_at',
    $sql$(select count(*) from public.bank_refunds r where r.order_id = refund_accounts.order_id and r.sent_at is null) = 0
      and (select coalesce(max(o.refund_due_minor), 0) from public.order_records o where o.id = refund_accounts.order_id) = 0$sql$,
    '60 days', 'A transfer that comes back can be sent again; nobody needs it longer.'),
  ('bank files', 'public.bank_files', '', 'true', null, 'Books: which refunds left how, without names.'),
  ('contents of bank files', 'private.bank_file_contents', 'kept_at',
    $sql$(select f.status from public.bank_files f where f.id = bank_file_contents.file_id) <> 'made'$sql$,
    '400 days', 'A bank is asked about a transfer for a year; names and accounts are in them.'),
  ('refunds by bank', 'public.bank_refunds', '', 'true', null, 'Books, with their payments.'),
  ('checks of VAT numbers', 'private.vat_checks', 'checked_at', 'true', '30 days', 'An order keeps the answer that it relied on.'),
  ('wishes', 'public.wishes', '', 'true', null, 'A list of its customer''s own, of 500 at most: it goes with the account.'),
  ('own shelves', 'public.shelf_items', '', 'true', null, 'What its customer owns, of 500 at most: it goes with the account.'),
  ('photos that never arrived', 'private.customer_photos', 'created_at', $sql$status = 'sending'$sql$, '1 day',
    'The browser went before the file was there; nobody sees it, and it can be sent again.'),
  ('photos of customers', 'public.shown_photos', '', 'true', null, 'At most 3 of a product by one customer, who can remove them; they go with the account.'),
  ('stock ledger', 'public.stock_ledger', '', 'true', null, 'Stock is the sum of it.');

create index outbox_done_idx on public.outbox (coalesce(sent_at, given_up_at)) where coalesce(sent_at, given_up_at) is not null;
create index guesses_age_idx on private.guesses (at);
create index follows_unconfirmed_idx on private.follows (asked_at) where confirmed_at is null;
create index follows_over_idx on private.follows (greatest(ended_at, told_at, asked_at)) where num_nonnulls(ended_at, told_at) > 0;

create function private.sweep_query(p_rule private.retention) returns text
language sql immutable
set search_path = ''
as $$
  select format('delete from %1$s where ctid = any (array(select ctid from %1$s where %2$s < now() - interval %3$L and (%4$s) order by %2$s limit 5000))',
    (p_rule).rows_of, (p_rule).age, (p_rule).keeps, (p_rule).only_where)
$$;
comment on function private.sweep_query(private.retention) is 'Forgets the oldest rows whose time is over.';

create function private.sweep_old_rows() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_rule private.retention;
  v_step int;
  v_swept int := 0;
begin
  for v_rule in select * from private.retention where keeps is not null order by name loop
    execute private.sweep_query(v_rule);
    get diagnostics v_step = row_count;
    v_swept := v_swept + v_step;
  end loop;
  update private.order_contacts c set client_hash = null
  from public.order_records o
  where o.id = c.order_id and c.client_hash is not null and o.status <> 'awaiting_payment'
    and o.placed_at < now() - interval '1 day';
  return v_swept;
end;
$$;
comment on function private.sweep_old_rows() is
  'Forgets what has served its time. Security definer: jobs may not write private tables.';
