-- Staff issue an invoice before an order is paid: for a company that pays by invoice alone.

create function private.issue_invoice(p_order uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_document public.documents;
begin
  perform private.require_staff('owner', 'fulfilment');
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if v_order.status in ('expired', 'cancelled', 'refunded') then
    perform private.refuse(409, 'order_ended', 'This order has ended, so there is nothing to invoice.');
  end if;
  v_document := private.settle_documents(p_order, true);
  if v_document.id is null then
    perform private.refuse(409, 'nothing_to_invoice', 'The documents of this order already say what it costs.');
  end if;
  perform private.note_staff_call('insert', 'documents', v_document.id, to_jsonb(v_document));
  return jsonb_build_object('number', v_document.number, 'kind', v_document.kind, 'total_minor', v_document.total_minor,
    'currency', v_document.currency);
end;
$$;
call pg_temp.expose('issue_invoice', 'authenticated', 'documents are written through functions alone.',
  'Issues what an order lacks, before it is paid or where it was paid before the shop issued documents. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, unknown_order, order_ended, no_seller, nothing_to_invoice.
Gives { currency: string; kind: "invoice" | "credit_note"; number: string; total_minor: number }');
