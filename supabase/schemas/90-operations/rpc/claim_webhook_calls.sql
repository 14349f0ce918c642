-- What webhooks are still to be told. Whoever takes a call says later what came of it; until then it comes up
-- again, each time later. What is no longer public by then is told to nobody.

create function private.claim_webhook_calls(p_limit int default 20) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_taken jsonb;
begin
  with taken as (
    select c.id from private.webhook_calls c join private.webhooks w on w.id = c.webhook_id and (w.is_active or c.news_id is null)
    where c.called_at is null and c.given_up_at is null and c.call_after <= now()
    order by c.call_after, c.created_at, c.id limit least(greatest(coalesce(p_limit, 20), 0), 50)
    for update of c skip locked
  ), facts as (
    select t.id, c.webhook_id, c.created_at, n.id as news_id,
      case when n.id is null then jsonb_build_object('news', 'test', 'at', c.created_at) else private.news_facts(n) end as news
    from taken t join private.webhook_calls c on c.id = t.id left join private.news n on n.id = c.news_id
  ), dropped as (
    delete from private.webhook_calls c using facts f where c.id = f.id and f.news is null
  ), leased as (
    update private.webhook_calls c
    set calls = c.calls + 1, call_after = now() + make_interval(mins => power(2, least(c.calls + 1, 8))::int)
    from facts f where c.id = f.id and f.news is not null
    returning c.id
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'url', s.url, 'secret', s.secret, 'news', f.news) order by f.created_at, f.id), '[]')
  into v_taken
  from leased l join facts f on f.id = l.id join private.webhook_secrets s on s.webhook_id = f.webhook_id;
  return v_taken;
end;
$$;
call pg_temp.expose('claim_webhook_calls', 'service_role', 'nobody may read or write calls.',
  'Calls that are due, each held for two minutes or more by the caller. The service alone.
Gives {
  id: string;
  news: { at: string; news: "test" } | {
    at: string;
    closes_at?: string | null;
    entries?: number;
    kind: <product_kind>;
    kit?: string;
    moq?: number;
    news: "product" | "group_buy" | "extras" | <list_kind> | "minimum_reached" | "stage_changed" | "list_drawn";
    opens_at?: string | null;
    product_title: string;
    stage?: <batch_stage>;
    summary: string;
    title: string;
    url: string;
  };
  secret: string;
  url: string;
}[]');
