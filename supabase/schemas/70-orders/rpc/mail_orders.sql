-- Staff write to the customers of many orders at once, support about one order at a time. Each order is
-- one mail per key, so that a second press, or a call that is made again because its answer was lost,
-- tells nobody twice. The words stay in the order's history, for its customer too.

create function private.mail_orders(p_key uuid, p_orders uuid[], p_subject text, p_text text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_subject constant text := btrim(coalesce(p_subject, ''));
  v_text constant text := btrim(coalesce(p_text, ''));
  v_most_a_day constant int := 10;
  v_most_an_hour constant int := 60;
  v_new uuid[];
  v_answers jsonb;
begin
  perform private.require_staff('owner', 'fulfilment', 'support');
  if p_key is null then
    perform private.refuse(422, 'key_missing', 'The message has no key. Reload the page and try again.');
  end if;
  if p_orders is null or cardinality(p_orders) not between 1 and 500 then
    perform private.refuse(422, 'wrong_orders', 'Select 1 to 500 orders.', '{"limit": 500}');
  end if;
  if length(v_subject) not between 3 and 120 or v_subject ~ '[[:cntrl:]]' or length(v_text) not between 10 and 4000 then
    perform private.refuse(422, 'wrong_message', 'Enter a subject of 3 to 120 characters on one line, and a text of 10 to 4000 characters.');
  end if;
  if octet_length(v_subject) + octet_length(v_text) > 14000 then
    perform private.refuse(422, 'wrong_message', 'This message is too long. Shorten it.');
  end if;
  if not private.is_staff('owner', 'fulfilment') then
    if cardinality(p_orders) > 1 then
      perform private.refuse(403, 'one_at_a_time', 'Write about one order at a time.');
    end if;
    if (
      select count(*) from (
        select a.at, a.table_name, a.after from public.audit_log a where a.actor_id = auth.uid() order by a.id desc limit 500) l
      where l.table_name = 'outbox' and l.after ->> 'call' = 'mail_orders' and l.after ->> 'key' <> p_key::text and l.at > now() - interval '1 hour'
    ) >= v_most_an_hour then
      perform private.refuse(429, 'too_many_messages', 'You have written 60 messages within an hour. Wait a little.', jsonb_build_object('limit', v_most_an_hour));
    end if;
  end if;
  -- Two presses at once: the later one waits here, and finds what the first has queued.
  perform 1 from public.order_records o where o.id = any (p_orders) order by o.id for update;
  select coalesce(array_agg(j.id order by j.id) filter (where j.refusal is null), '{}'),
    jsonb_agg(jsonb_build_object('order_id', j.id, 'ok', j.refusal is null, 'reason', j.refusal) order by j.id)
  into v_new, v_answers from (
    -- One by one through the key: a join would look at all orders for a few.
    select x.id, case
      when c.email is null then 'unknown_order'
      when c.email like '%.invalid' then 'nobody_there'
      when m.payload is null then case when (
          select count(*) from public.order_events e where e.order_id = x.id and e.kind = 'messaged' and e.at > now() - interval '1 day'
        ) >= v_most_a_day then 'too_many_messages' end
      when m.payload ->> 'subject' = v_subject and m.payload ->> 'text' = v_text then 'already_there'
      else 'key_reused' end as refusal
    from (select distinct u.id from unnest(p_orders) u (id)) x
    left join lateral (select r.email from private.order_contacts r where r.order_id = x.id limit 1) c on true
    left join lateral (
      select b.payload from public.outbox b where b.dedupe_key = 'order_message:' || x.id || ':' || p_key limit 1
    ) m on true
  ) j;
  perform private.mail_about_orders(v_new, 'order_message', array_fill(p_key::text, array[cardinality(v_new)]),
    jsonb_build_object('subject', v_subject, 'text', v_text));
  perform private.record_event(u.id, 'messaged',
    replace(replace(replace(v_subject, '{number}', o.number), '{name}', '…'), '{total}', '…'),
    p_after => jsonb_build_object('subject', v_subject, 'text', v_text, 'total_minor', o.total_minor, 'currency', o.currency))
  -- One by one through the key: a join would look at all orders for a few.
  from unnest(v_new) u (id) cross join lateral (select r.number, r.total_minor, r.currency from public.order_records r where r.id = u.id limit 1) o;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
  select auth.uid(), (select s.role from private.staff s where s.user_id = auth.uid()), 'insert', 'outbox', u.id::text,
    jsonb_build_object('call', 'mail_orders', 'key', p_key, 'subject', v_subject, 'text', v_text)
  from unnest(v_new) u (id);
  return v_answers;
end;
$$;
call pg_temp.expose('mail_orders', 'authenticated',
  'contacts are read, and mails, history and the log written, through functions alone.',
  'Writes to the customers of orders, one mail each and key; {name}, {number} and {total} stand for their own. The words stay in its history, where the customer reads them. Staff: owner, fulfilment, and support for one order at a time, sixty an hour. Says of each why it gets none: too_many_messages after ten a day. Refuses with not_allowed, second_factor, key_missing, wrong_orders, wrong_message, one_at_a_time, too_many_messages.
Gives {
  ok: boolean;
  order_id: string | null;
  reason: "unknown_order" | "nobody_there" | "already_there" | "key_reused" | "too_many_messages" | null;
}[]');
