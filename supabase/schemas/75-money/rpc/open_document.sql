-- One invoice or credit note, with all that it says: for its PDF, which is made of this alone.

create function private.open_document(p_number text, p_token text default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_actor constant uuid := auth.uid();
  v_document public.documents;
  v_order public.order_records;
begin
  select * into v_document from public.documents d where d.number = upper(btrim(left(coalesce(p_number, ''), 40)));
  select * into v_order from public.order_records o where o.id = v_document.order_id;
  if private.is_staff('support') then
    -- They see an order without who it is for: whoever looks all the same leaves a trace.
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
    select v_actor, 'support', 'read', 'documents', v_document.id::text, jsonb_build_object('call', 'open_document', 'number', v_document.number)
    where v_document.id is not null;
  elsif v_document.id is null or not (private.is_staff('owner', 'fulfilment')
    or private.is_made_out_to_its_buyer(v_document.id) and (coalesce(v_order.user_id = v_actor, false) or (
      -- A guest as far as the order shows who it is for: once someone opened it from its mailbox.
      v_order.user_id is null and private.is_secret_of(v_order.id, left(coalesce(p_token, ''), 200))
      and exists (select from private.order_contacts c where c.order_id = v_order.id and c.mailbox_proven_at is not null)))) then
    v_document := null;
  end if;
  if v_document.id is null then
    perform private.refuse(404, 'unknown_document', 'This document could not be found.');
  end if;
  return (select f.facts || jsonb_build_object('hash', v_document.hash) from private.document_facts f where f.document_id = v_document.id);
end;
$$;
call pg_temp.expose('open_document', 'anon, authenticated', 'nobody may read what documents say.',
  'What an invoice or credit note says. For whom it was made out to, by their account or by the secret of a guest''s order, and staff: owner, fulfilment, support. Refuses anyone else, and an unknown number, with unknown_document.
Gives {
  account: { bank: string; bic: string; holder: string; iban: string } | null;
  buyer: {
    address: {
      city: string;
      country: string;
      country_name: string;
      line1: string;
      line2: string;
      name: string;
      postcode: string;
      region: string;
    };
    company?: string;
    delivery?: {
      city: string;
      country: string;
      country_name: string;
      line1: string;
      line2: string;
      name: string;
      postcode: string;
      region: string;
    };
    email: string;
    name: string;
    purchase_number?: string;
    vat_number?: string;
  };
  corrects: { issued_on: string; number: string } | null;
  currency: string;
  hash: string;
  issued_on: string;
  kind: "invoice" | "credit_note";
  language?: string;
  lines: {
    detail: string;
    discount_minor: number;
    gross_minor: number;
    key: string;
    net_minor: number;
    quantity: number;
    rate_basis_points: number;
    sku: string;
    tax_minor: number;
    tax_name: string;
    tax_scheme: string;
    title: string;
    units: number;
  }[];
  net_minor: number;
  number: string;
  order: { number: string; payment: string; placed_on: string };
  paid_minor: number;
  pay_by: string | null;
  reason: string;
  seller: {
    city: string;
    country: string;
    country_name: string;
    email: string;
    line1: string;
    line2: string;
    name: string;
    postcode: string;
    register: string;
    registration: string;
    vat_number: string;
  };
  tax_minor: number;
  taxes: {
    category: "S" | "Z" | "E" | "K" | "G";
    name: string;
    net_minor: number;
    rate_basis_points: number;
    reason: string;
    scheme: string;
    tax_minor: number;
  }[];
  terms: string;
  total_minor: number;
}');
