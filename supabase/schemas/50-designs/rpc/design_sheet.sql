-- What the maker is told of one order line: the design as it was ordered, and nothing of who ordered.

create function private.design_sheet(p_line uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_sheet jsonb;
begin
  perform private.require_reader('owner', 'fulfilment');
  select jsonb_build_object('line', l.id, 'order', o.number, 'title', l.title, 'variant_title', l.variant_title,
    'sku', l.sku, 'quantity', l.quantity, 'batch_id', l.batch_id, 'design', l.design)
  into v_sheet
  from public.order_lines l join public.order_records o on o.id = l.order_id
  where l.id = p_line and l.design is not null;
  if v_sheet is null then
    perform private.refuse(404, 'unknown_line', 'This order line no longer exists, or has no design.', jsonb_build_object('line', p_line));
  end if;
  return v_sheet;
end;
$$;
call pg_temp.expose('design_sheet', 'authenticated', 'staff read a line''s design without its customer.',
  'The production sheet of an order line. Staff: owner, fulfilment. Refuses with not_allowed, unknown_line.
Gives {
  batch_id: string | null;
  design: {
    code: string;
    colours: Record<string, { hex: string; maker: string; material: string; name: string; palette: string; physical_code: string }>;
    design: Record<string, unknown>;
    id: string;
    name: string;
    version: number;
  };
  line: string;
  order: string;
  quantity: number;
  sku: string;
  title: string;
  variant_title: string;
}');
