-- What the shop does by the clock: when each job ran last, and what it will come to next. For owners, who
-- otherwise learn that a clock stands still from a customer.

create function private.clock_report() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner');
  return jsonb_build_object(
    'ran_at', (select max(ran_at) from private.job_turns),
    'jobs', (
      select coalesce(jsonb_agg(jsonb_build_object('job', job, 'ran_at', ran_at, 'worked_at', worked_at, 'problem', problem)
        order by problem = '', job), '[]')
      from private.job_turns),
    'next', (
      select coalesce(jsonb_agg(jsonb_build_object('what', n.what, 'count', n.count, 'at', n.at) order by n.at), '[]')
      from (
        select 'mails', count(*), min(send_after) from public.outbox where sent_at is null and given_up_at is null
        union all
        select 'unpaid_orders', count(*), min(pay_by) from public.order_records where status = 'awaiting_payment'
        union all
        select 'offers', count(*), min(expires_at) from public.offers where status = 'pending'
        union all
        select 'lists', count(*), min(closes_at) from public.lists where status = 'open' and closes_at > now()
        union all
        select 'batches', count(*), min(closes_at) from public.batches where stage = 'open' and closes_at > now()
        union all
        select 'pages', count(*), min(publish_at) from (
          select publish_at from public.products where status = 'scheduled' and publish_at > now()
          union all
          select publish_at from public.updates where status = 'scheduled' and publish_at > now()) p
        union all
        select 'accounts', count(*), min(due_at) from private.account_deletions
      ) n (what, count, at)
      where n.count > 0));
end;
$$;
call pg_temp.expose('clock_report', 'authenticated', 'nobody may read jobs, deletions and other people''s mails.',
  'How what runs by the clock came out last and what comes next; names nobody. Staff: owner. Refuses with not_allowed.
Gives {
  jobs: { job: string; problem: string; ran_at: string; worked_at: string | null }[];
  next: { at: string; count: number; what: "mails" | "unpaid_orders" | "offers" | "lists" | "batches" | "pages" | "accounts" }[];
  ran_at: string | null;
}');
