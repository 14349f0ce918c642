/**
 * Holds every answer of the API's functions against what their comments say that they give, what refusals
 * tell and what columns of JSON hold against theirs, in every test that asks one or writes a row.
 */
import postgres, { type Sql } from 'postgres';
import {
  parseShape,
  readAnswerShapes,
  readColumnShapes,
  readRefusalShapes,
  type Shape,
} from '../../scripts/answer-shapes.ts';

/** As the checking function reads it: what a value may be, of which one has to fit. */
type Form = readonly unknown[];

const checking = `
  create schema answers;
  grant usage on schema answers to public;
  create table answers.forms (name text primary key, form jsonb not null);
  grant select on answers.forms to public;

  -- Where an answer is not what its form says, and null where it is.
  create function answers.fault(p_value jsonb, p_form jsonb, p_at text) returns text
  language plpgsql stable set search_path = ''
  as $f$
  declare
    v_kind constant text := coalesce(jsonb_typeof(p_value), 'null');
    v_one jsonb;
    v_fault text;
    v_first text;
  begin
    for v_one in select value from jsonb_array_elements(p_form) loop
      v_fault := case
        when v_one ->> 'kind' = 'unknown' then null
        when v_one ? 'literal' then case when p_value = v_one -> 'literal' then null else 'is not ' || (v_one ->> 'literal') end
        when v_one ->> 'kind' is distinct from v_kind then format('is %s, not %s', v_kind, v_one ->> 'kind')
        when v_kind = 'array' then (
          select answers.fault(a.value, v_one -> 'of', format('%s[%s]', p_at, a.position - 1))
          from jsonb_array_elements(p_value) with ordinality a (value, position)
          where answers.fault(a.value, v_one -> 'of', '') is not null limit 1)
        when v_kind = 'object' and v_one ? 'of' then (
          select answers.fault(o.value, v_one -> 'of', p_at || '.' || o.key) from jsonb_each(p_value) o
          where answers.fault(o.value, v_one -> 'of', '') is not null limit 1)
        when v_kind = 'object' then (
          select f.fault from (
            select case
              when v_one -> 'fields' -> o.key is null and v_one ? 'isOpen' then null
              when v_one -> 'fields' -> o.key is null then format('%s.%s is told nowhere', p_at, o.key)
              -- Most are plain, and a call for each takes long where an answer is big.
              when jsonb_typeof(o.value) not in ('array', 'object')
                and v_one #>> array['fields', o.key, '0', 'kind'] = jsonb_typeof(o.value) then null
              else answers.fault(o.value, v_one -> 'fields' -> o.key, p_at || '.' || o.key) end as fault
            from jsonb_each(p_value) o
            union all
            select format('%s.%s is missing', p_at, n.name) from jsonb_array_elements_text(v_one -> 'needed') n (name)
            where not p_value ? n.name) f
          where f.fault is not null limit 1)
        end;
      if v_fault is null then return null; end if;
      -- A word that only tells cases apart says less than what is wrong within one.
      v_first := case when v_first is null or v_first like '% is not %' then v_fault else v_first end;
    end loop;
    return case when v_first like 'is %' then p_at || ' ' || v_first else v_first end;
  end $f$;

  create function answers.checked(p_name text, p_value jsonb) returns jsonb
  language plpgsql stable set search_path = ''
  as $f$
  declare
    v_fault text;
  begin
    if p_value ? 'message' and coalesce(nullif(current_setting('response.status', true), ''), '200')::int >= 400 then
      return p_value;
    end if;
    select answers.fault(p_value, f.form, p_name) into v_fault from answers.forms f where f.name = p_name;
    if v_fault is not null then
      raise exception 'An answer is not what its comment tells: % in %', v_fault, left(p_value::text, 2000) using errcode = 'ANSWR';
    end if;
    return p_value;
  end $f$;

  create function answers.held(p_name text, p_value jsonb) returns jsonb
  language plpgsql stable set search_path = ''
  as $f$
  declare
    v_fault text;
  begin
    select answers.fault(p_value, f.form, p_name) into v_fault from answers.forms f where f.name = p_name and p_value is not null;
    if v_fault is not null then
      raise exception 'A column does not hold what its comment tells: % in %', v_fault, left(p_value::text, 2000) using errcode = 'ANSWR';
    end if;
    return p_value;
  end $f$;

  -- Whichever function of the API it is that refuses.
  create function answers.refused(p_details jsonb) returns void
  language plpgsql stable set search_path = ''
  as $f$
  declare
    v_calls text;
    v_fault text;
  begin
    get diagnostics v_calls = pg_context;
    select answers.fault(p_details, f.form, f.name) into v_fault
    from regexp_matches(v_calls, 'SQL function "?(?:\\w+\\.)?(\\w+)', 'g') c
    join answers.forms f on f.name = 'refusals of ' || c[1]
    where answers.fault(p_details, f.form, f.name) is not null limit 1;
    if v_fault is not null then
      raise exception 'A refusal is not what its comment tells: % in %', v_fault, left(p_details::text, 2000) using errcode = 'ANSWR';
    end if;
  end $f$;

  create function answers.held_row() returns trigger
  language plpgsql set search_path = ''
  as $f$
  begin
    for i in 0 .. tg_nargs - 1 loop
      perform answers.held(tg_table_name || '.' || tg_argv[i], nullif(to_jsonb(new) -> tg_argv[i], 'null'));
    end loop;
    return null;
  end $f$;
`;

export async function checkAnswers(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice() {} });
  try {
    const shapes = new Map([...(await readAnswerShapes(sql)), ...(await readColumnShapes(sql))]);
    const named = await namedForms(sql, shapes);
    await sql.unsafe(checking);
    for (const [name, shape] of shapes) {
      await sql`insert into answers.forms values (${name}, ${sql.json(formOf(parseShape(shape), named) as never)})`;
    }
    for (const [name, shape] of await readRefusalShapes(sql)) {
      const form = formOf(parseShape(shape), named).map((one) => ({
        ...Object(one),
        isOpen: true,
      }));
      await sql`insert into answers.forms values (${`refusals of ${name}`}, ${sql.json(form as never)})`;
    }
    const functions = await sql`
      select p.proname as name, l.lanname as language, p.proretset as "isOfRows", p.prosrc as body,
        pg_get_functiondef(p.oid) as text
      from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace = 'public'::regnamespace and (p.prorettype = 'jsonb'::regtype or p.proretset)`;
    for (const { name, language, isOfRows, body, text } of functions) {
      const checked = (value: string) => `answers.checked('${name}', (${value}))`;
      const written = String(body);
      const changed = isOfRows
        ? ` select r.* from (${written}) r where ${checked('jsonb_build_array(to_jsonb(r))')} is not null `
        : language === 'sql'
          ? ` select ${checked(written.trim().replace(/;$/, ''))} `
          : written.replace(
              /\breturn ([^;]+);/g,
              (_, value: string) => `return ${checked(value)};`,
            );
      if (changed === written) throw new Error(`No answer of ${String(name)} is found to be held`);
      await sql.unsafe(String(text).replace(written, () => changed));
    }
    const [refuse] = await sql`select pg_get_functiondef('private.refuse'::regproc) as text`;
    await sql.unsafe(
      String(refuse?.['text']).replace(/^begin$/m, 'begin perform answers.refused(p_details);'),
    );
    await holdColumns(sql);
  } finally {
    await sql.end();
  }
}

/** Rows as they are written, and what a view makes of them as it is read. */
async function holdColumns(sql: Sql): Promise<void> {
  const tables = await sql<{ name: string; view: string | null; told: string[] }[]>`
    select c.relname as name, case when c.relkind = 'v' then pg_get_viewdef(c.oid) end as view,
      array_agg(a.attname::text) as told
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    join answers.forms f on f.name = c.relname || '.' || a.attname
    where c.relnamespace = 'public'::regnamespace group by c.oid`;
  for (const { name, view, told } of tables) {
    await sql.unsafe(
      view === null
        ? `create trigger held after insert or update on public.${name}
            for each row execute function answers.held_row('${told.join("', '")}')`
        : `create or replace view public.${name} with (security_invoker = true) as
            ${told.reduce((text, column) => heldAt(text, name, column), view)}`,
    );
  }
}

/** The text of a view, one of its columns held; one of a table is held there. */
function heldAt(view: string, name: string, column: string): string {
  const made = new RegExp(`^( SELECT |\\s*)([\\s\\S]+)( AS ${column}\\b)`);
  const hold = `$1answers.held('${name}.${column}', $2)$3`;
  return view
    .split(',\n')
    .map((part) => part.replace(made, hold))
    .join(',\n');
}

export function formOf(shape: Shape, named: (name: string) => Form): Form {
  const within = (inner: Shape): Form => formOf(inner, named);
  switch (shape.kind) {
    case 'union':
      return shape.of.flatMap(within);
    case 'named':
      return named(shape.name);
    case 'literal':
      return [{ literal: shape.value }];
    case 'list':
      return [{ kind: 'array', of: within(shape.of) }];
    case 'map':
      return [{ kind: 'object', of: within(shape.of) }];
    case 'object': {
      const { fields } = shape;
      return [
        {
          kind: 'object',
          fields: Object.fromEntries(fields.map((field) => [field.name, within(field.shape)])),
          needed: fields.flatMap(({ name, isOptional }) => (isOptional ? [] : [name])),
        },
      ];
    }
    default:
      return [{ kind: shape.kind }];
  }
}

/** What another function gives, a row of a table or a word of an enum. */
async function namedForms(
  sql: Sql,
  shapes: ReadonlyMap<string, string>,
): Promise<(name: string) => Form> {
  const columns = await sql`
    select c.relname as row, a.attname as name, a.attnotnull as "isNeeded", t.typcategory as kind, t.typname as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace`;
  const words = await sql<{ name: string; words: string[] }[]>`
    select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as words
    from pg_enum e join pg_type t on t.oid = e.enumtypid
    where t.typnamespace = 'public'::regnamespace group by 1`;
  const enums = new Map(
    words.map(({ name, words: of }) => [name, of.map((literal) => ({ literal }))] as const),
  );
  const rows = Map.groupBy(columns, ({ row }) => String(row));
  const named = (name: string): Form => {
    const shape = shapes.get(name);
    if (shape !== undefined) return formOf(parseShape(shape), named);
    const word = enums.get(name);
    if (word !== undefined) return word;
    const found = rows.get(name);
    if (found === undefined) throw new Error(`<${name}> is no function, row or enum`);
    const fields = found.map((column) => {
      const type = String(column['type']);
      const held = shapes.get(`${name}.${column['name']}`);
      const plain =
        held === undefined
          ? (enums.get(type) ?? kindOf(String(column['kind']), type))
          : formOf(parseShape(held), named);
      return [column['name'], column['isNeeded'] ? plain : [...plain, { kind: 'null' }]] as const;
    });
    return [
      {
        kind: 'object',
        fields: Object.fromEntries(fields),
        needed: fields.map(([column]) => column),
      },
    ];
  };
  return named;
}

function kindOf(category: string, type: string): Form {
  if (category === 'N') return [{ kind: 'number' }];
  if (category === 'B') return [{ kind: 'boolean' }];
  if (category === 'A') return [{ kind: 'array', of: [{ kind: 'unknown' }] }];
  return [{ kind: type === 'jsonb' ? 'unknown' : 'string' }];
}
