-- The withdrawal function that the law asks of online shops: by number and e-mail, without an account or
-- a link. Never raises, for an undone transaction would forget the guess.

create function private.declare_withdrawal(p_number text, p_email text, p_name text default '') returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_number constant text := private.order_number_of(p_number);
  v_bucket constant text := private.hash_of('number ' || v_number);
  v_order public.order_records;
  v_lines jsonb;
  v_open public.order_returns;
begin
  if private.guessed_too_often('find_order', private.guesser(), 5) or private.guessed_too_often('find_order', v_bucket, 5) then
    perform set_config('response.status', '429', true);
    return jsonb_build_object('found', false, 'reason', 'too_many_tries', 'message', 'Too many attempts. Try again in 15 minutes.');
  end if;
  select o.* into v_order from public.order_records o join private.order_contacts c on c.order_id = o.id
  where o.number = v_number and lower(c.email) = lower(btrim(left(coalesce(p_email, ''), 300))) for update of o;
  if v_order.id is null then
    insert into private.guesses (what, bucket) values ('find_order', private.guesser()), ('find_order', v_bucket);
    perform set_config('response.status', '404', true);
    return jsonb_build_object('found', false, 'reason', 'not_found', 'message', 'There is no order with this number and this e-mail.');
  end if;
  select * into v_open from public.order_returns r
  where r.order_id = v_order.id and r.kind = 'withdrawal' and r.ended_at is null order by r.asked_at desc limit 1;
  select coalesce(jsonb_agg(jsonb_build_object('line_id', w.line_id, 'quantity', w.quantity - coalesce(r.quantity, 0)) order by w.line_id), '[]') into v_lines
  from private.ways_back_of(v_order) w left join private.lines_on_return(v_order.id) r on r.line_id = w.line_id
  where w.percent > 0 and w.quantity > coalesce(r.quantity, 0);
  -- Asked again, as after a lost answer: what was declared stands, and its time with it.
  if v_open.id is not null and v_lines = '[]' then
    return jsonb_build_object('found', true) || private.told_return(v_open);
  end if;
  return jsonb_build_object('found', true) || private.note_return(v_order, 'withdrawal', v_lines, '', left(coalesce(p_name, ''), 120));
end;
$$;
call pg_temp.expose('declare_withdrawal', 'anon, authenticated, service_role', 'guests may read no order.',
  'Withdraws from all of an order that can be given back, by its number and e-mail. Where nothing can, it is noted all the same, and staff answer. A mail confirms it with the time. Answers 404 and, after five wrong tries in a quarter of an hour, 429 with {found: false, reason, message}, without raising.
Gives {
  amount_minor: number;
  asked_at: string;
  awaits_items: boolean;
  currency: string;
  found: true;
  id: string;
  kind: "withdrawal";
  status: "asked" | "agreed" | "received" | "settled" | "declined" | "dropped";
  version: number;
}');
