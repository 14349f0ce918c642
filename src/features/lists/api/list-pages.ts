import { fail, succeed, type Result } from '#shared/result.ts';
import { getReader } from '#shared/backend/reader.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import type { CallParts } from '#shared/backend/call-function.ts';
import type { Row, ValuesOf } from '#shared/backend/given.ts';
import type { ListKindFacts } from '#shared/list-kind.ts';
import { listKinds } from '#shared/list-kinds.ts';
import type { Reader } from '#shared/backend/reader.ts';

const listColumns =
  'id,product_id,title,kind,status,opens_at,closes_at,entry_count,capacity,max_wins,pay_within_hours,last_offered_rank,beacon_round,entry_ids,entries_hash,randomness,signature,ranking';
const questionColumns = 'id,code,title,option_values(id,code,title,note,is_default)';

export type ListChoice = Pick<Row<'list_choices'>, 'id' | 'variant_id' | 'editions'> &
  Pick<Row<'variants'>, 'title' | 'price_minor' | 'currency'>;

/** What an interest check asks beside the goods: a question of the product with what can be answered. */
export type ListQuestion = ValuesOf<'product_options', typeof questionColumns>;

export interface ListPage {
  readonly list: ValuesOf<'lists', typeof listColumns> & ListKindFacts;
  /** What the product is called; the list's own title where it is of none. */
  readonly productTitle: string;
  readonly choices: readonly ListChoice[];
  readonly questions: readonly ListQuestion[];
}

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
  const row = { ...list.data, ...listKinds[list.data.kind] };
  const ids = (choices.data ?? []).map(({ variant_id }) => variant_id);
  // Only a vote asks about more than the goods.
  const asked = row.isVote && row.product_id ? [row.product_id] : [];
  const [variants, options] = await Promise.all([
    from('variants').select('id,title,price_minor,currency').in('id', ids).abortSignal(stop),
    from('product_options')
      .select(questionColumns)
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
    productTitle: row.products?.title ?? row.title,
    choices: (choices.data ?? []).flatMap((choice) => {
      const variant = byId.get(choice.variant_id);
      return variant === undefined ? [] : [{ ...variant, ...choice }];
    }),
    // A question that offers no answer isn't asked.
    questions: options.data.filter((question) => question.option_values.length > 0),
  });
}
