-- Orders that the caller passes on, and those that others would pass to the caller's mailbox.

create function private.my_transfers() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_email constant text := private.proven_mailbox();
begin
  return jsonb_build_object(
    'offered', (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', t.order_id, 'email', t.to_email, 'expires_at', t.expires_at)), '[]')
      from private.order_transfers t join public.order_records o on o.id = t.order_id and o.user_id = t.from_user
      where t.from_user = auth.uid() and t.expires_at > now()),
    'received', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'number', o.number, 'from', c.email, 'expires_at', t.expires_at, 'country_code', o.country_code,
        'currency', o.currency, 'total_minor', o.total_minor, 'lines', private.transfer_lines(o.id)) order by t.offered_at), '[]')
      from private.order_transfers t
      join public.order_records o on o.id = t.order_id and o.user_id = t.from_user and o.status between 'paid' and 'in_production'
      join private.order_contacts c on c.order_id = o.id
      where t.to_email = v_email and t.from_user <> auth.uid() and t.expires_at > now()));
end;
$$;
call pg_temp.expose('my_transfers', 'authenticated', 'nobody may read who passes what to whom.',
  'What waits for an answer: what the caller offered, and what others offered to the caller''s confirmed e-mail. Refuses with signed_out.
Gives {
  offered: { email: string; expires_at: string; order_id: string }[];
  received: {
    country_code: string;
    currency: string;
    expires_at: string;
    from: string;
    id: string;
    lines: {
      flaws: string;
      has_design: boolean;
      id: string;
      kind: <product_kind>;
      options: <order_lines.options>;
      quantity: number;
      title: string;
      total_minor: number;
      url: string;
      variant_id: string;
      variant_title: string;
    }[];
    number: string;
    total_minor: number;
  }[];
}');
