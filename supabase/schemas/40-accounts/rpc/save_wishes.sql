-- A browser hands in what was kept and removed in it, and learns the whole list. Changes are made in their
-- order and may be sent again: what is there stays one, and what is gone stays gone.

create function private.save_wishes(p_changes jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_changes jsonb;
  v_change jsonb;
  v_at int := -1;
  v_left_out int[] := '{}';
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.');
  end if;
  v_changes := private.wish_changes(p_changes);
  -- Two tabs of one account take turns, so that the bound holds and nothing is kept twice.
  perform pg_advisory_xact_lock(hashtextextended('wishes ' || v_user, 0));
  for v_change in select * from jsonb_array_elements(v_changes) loop
    v_at := v_at + 1;
    if not private.keep_wish(v_user, v_change) then
      v_left_out := v_left_out || v_at;
    end if;
  end loop;
  return jsonb_build_object('left_out', to_jsonb(v_left_out), 'wishes', (
    select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'product_id', w.product_id, 'variant_ids', w.variant_ids,
      'options', w.options, 'kind', p.kind, 'url', p.url, 'title', w.title, 'note', w.note, 'was_gone', w.was_gone,
      'kept_at', w.kept_at) order by w.kept_at desc, w.id), '[]')
    from public.wishes w
    left join public.products p on p.id = w.product_id and p.status <> 'draft' and p.publish_at <= clock_timestamp()
    where w.user_id = v_user));
end;
$$;
call pg_temp.expose('save_wishes', 'authenticated', 'wishes are written through functions alone.',
  'Makes changes of the caller''s list, each {product_id or id, variant_ids, options, is_kept, note, was_gone, kept_at}; no changes ask for the list alone. Gives as left_out the places of those for which the list of 500 had no room. Refuses with signed_out, wrong_json, wrong_wishes.
Gives {
  left_out: number[];
  wishes: {
    id: string;
    kept_at: string;
    kind: <product_kind> | null;
    note: string;
    options: Record<string, string>;
    product_id: string | null;
    title: string;
    url: string | null;
    variant_ids: string[];
    was_gone: boolean;
  }[];
}');
