import { fail, succeed, type Result } from '#shared/result.ts';
import { goodsPath } from '../model/goods.ts';
import { getReader, type Reader } from '#shared/backend/reader.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

/** By variant. What is not in the shop any more is not in the answer. */
export async function readGoodsPaths(
  variantIds: readonly string[],
  backend: Promise<Reader> = getReader(),
): Promise<Result<Readonly<Record<string, string>>, BackendError>> {
  try {
    const { data, error, status } = await (
      await backend
    )
      .from('variants')
      // Named, because products lead back to variants by other ways.
      .select('id, products!variants_product_id_fkey(kind, url)')
      .in('id', variantIds);
    if (error) return fail(toBackendError(error, status));
    const pairs = data.flatMap(({ id, products }) => {
      const path = goodsPath(products.kind, products.url);
      return path === null ? [] : [[id, path] as const];
    });
    return succeed(Object.fromEntries(pairs));
  } catch (error) {
    return fail(toBackendError(error));
  }
}
