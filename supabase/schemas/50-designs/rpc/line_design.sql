-- The design that a line was ordered with, for the picture in its mails. A line's id is told to its
-- customer and to staff alone, and a drawing names nobody: whoever has the id may see it.

create function private.line_design(p_line uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select l.design -> 'design' from public.order_lines l where l.id = p_line
$$;
call pg_temp.expose('line_design', 'service_role', 'lines are read by those who may see their order.',
  'The design of an order''s line, null where it has none. The service alone, for pictures in mails.
Gives Record<string, unknown> | null');
