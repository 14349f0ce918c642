import { fail, succeed, type Result } from '#shared/result.ts';
import { getReader } from '#shared/backend/reader.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import { listOf, type ListRow } from './list-rows.ts';
import type { CallParts } from '#shared/backend/call-function.ts';
import type { ListKindFacts } from '#shared/list-kind.ts';
import { listKinds } from '#shared/list-kinds.ts';
import type { Reader } from '#shared/backend/reader.ts';

export interface ListChoice {
  readonly id: string;
  readonly variantId: string;
  readonly title: string;
  readonly priceMinor: number;
  readonly currency: string;
  readonly editions: number | null;
}

/** What an interest check asks beside the goods: a question of the product with what can be answered. */
export interface ListQuestion {
  readonly id: string;
  /** As the page's form and its address call it. */
  readonly code: string;
  readonly title: string;
  readonly answers: readonly {
    readonly id: string;
    readonly code: string;
    readonly title: string;
    readonly note: string;
    readonly isDefault: boolean;
  }[];
}

export interface ListPage {
  readonly list: ListRow & ListKindFacts;
  /** What the product is called; the list's own title where it is of none. */
  readonly productTitle: string;
  readonly choices: readonly ListChoice[];
  readonly questions: readonly ListQuestion[];
}

const listColumns =
  'id,product_id,title,kind,status,opens_at,closes_at,entry_count,capacity,max_wins,pay_within_hours,last_offered_rank,beacon_round,entry_ids,entries_hash,randomness,signature,ranking';

export async function readListPage(
  listId: string,
  {
    signal,
    backend = getReader(),
  }: Pick<CallParts, 'signal'> & { readonly backend?: Promise<Reader> } = {},
): Promise<Result<ListPage, BackendError>> {
  const { from } = await backend.then((client) => ({ from: client.from.bind(client) }));
  const stop = signal ?? new AbortController().signal;
  const [list, choices] = await Promise.all([
    from('lists')
      .select(`${listColumns},products(title)`)
      .eq('id', listId)
      .abortSignal(stop)
      .maybeSingle(),
    from('list_choices')
      .select('id,variant_id,editions,position')
      .eq('list_id', listId)
      .order('position')
      .abortSignal(stop),
  ]);
  const error = list.error ?? choices.error;
  if (error) return fail(toBackendError(error, list.error ? list.status : choices.status));
  if (list.data === null) return fail(toBackendError(null, 404));
  const row = { ...listOf(list.data), ...listKinds[list.data.kind] };
  const ids = (choices.data ?? []).map(({ variant_id }) => variant_id);
  const productId = list.data.product_id;
  // Only a vote asks about more than the goods.
  const asked = row.isVote && productId ? [productId] : [];
  const [variants, options] = await Promise.all([
    from('variants').select('id,title,price_minor,currency').in('id', ids).abortSignal(stop),
    from('product_options')
      .select('id,code,title,option_values(id,code,title,note,is_default)')
      .in('product_id', asked)
      .eq('option_values.is_offered', true)
      .order('position')
      .order('position', { referencedTable: 'option_values' })
      .abortSignal(stop),
  ]);
  if (variants.error) return fail(toBackendError(variants.error, variants.status));
  if (options.error) return fail(toBackendError(options.error, options.status));
  const byId = new Map(variants.data.map((variant) => [variant.id, variant]));
  return succeed({
    list: row,
    productTitle: list.data.products?.title ?? row.title,
    choices: (choices.data ?? []).flatMap(({ id, variant_id, editions }) => {
      const variant = byId.get(variant_id);
      if (variant === undefined) return [];
      const { title, price_minor, currency } = variant;
      return [{ id, variantId: variant_id, title, priceMinor: price_minor, currency, editions }];
    }),
    questions: questionsOf(options.data),
  });
}

interface QuestionRow extends Omit<ListQuestion, 'answers'> {
  readonly option_values: readonly AnswerRow[];
}

interface AnswerRow {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly note: string;
  readonly is_default: boolean;
}

/** A question that offers no answer isn't asked. */
function questionsOf(rows: readonly QuestionRow[]): readonly ListQuestion[] {
  return rows
    .filter(({ option_values: answers }) => answers.length > 0)
    .map(({ id, code, title, option_values: answers }) => ({
      id,
      code,
      title,
      answers: answers.map((answer) => ({
        id: answer.id,
        code: answer.code,
        title: answer.title,
        note: answer.note,
        isDefault: answer.is_default,
      })),
    }));
}
