-- How the group buys of a product filled up, day by day, and how long each stage took against what was
-- promised first: for those who plan the next one. Counts alone, of nobody.

create function private.batch_progress(p_product uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner', 'editor', 'fulfilment');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'code', b.code, 'opened_on', b.opens_at::date,
      'planned_days', b.original_eta - b.closes_at::date,
      'real_days', b.shipped_on - b.closes_at::date,
      'stages', (
        select coalesce(jsonb_agg(jsonb_build_object('stage', h.stage, 'days', h.days) order by h.entered_at), '[]')
        from (
          select stage, entered_at, round(extract(epoch from
            coalesce(lead(entered_at) over (order by entered_at), now()) - entered_at) / 86400)::int as days
          from public.batch_stage_history where batch_id = b.id
        ) h where h.stage not in ('draft', 'archived')),
      'kits', (
        select coalesce(jsonb_agg(jsonb_build_object('label', v.title, 'moq', k.moq, 'ordered', k.ordered_count, 'waiting', k.waiting_count, 'days', (
          select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'count', d.units) order by d.day), '[]')
          from (
            select o.paid_at::date as day, sum(l.quantity)::int as units
            from public.order_lines l join public.order_records o on o.id = l.order_id
            where l.batch_id = b.id and l.variant_id = k.variant_id and o.paid_at is not null
              and o.status not in ('expired', 'cancelled')
            group by 1
          ) d)) order by k.position, v.title), '[]')
        from public.batch_kits k join public.variants v on v.id = k.variant_id where k.batch_id = b.id)
    ) order by b.number desc), '[]')
    from (select * from public.batches where product_id = p_product and stage <> 'draft' order by number desc limit 6) b);
end;
$$;
call pg_temp.expose('batch_progress', 'authenticated', 'sums over orders of everybody.',
  'How the six newest batches of a product filled up by day, and how many days each stage took. Staff: owner, editor, fulfilment. Refuses with not_allowed.
Gives {
  code: string;
  id: string;
  kits: { days: { count: number; day: string }[]; label: string; moq: number; ordered: number; waiting: number }[];
  opened_on: string | null;
  planned_days: number | null;
  real_days: number | null;
  stages: { days: number; stage: <batch_stage> }[];
}[]');
