import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { productParts, type ProductForm } from './product-form.ts';
import { unreadFault } from '#desk-kit/model/unread.ts';

interface UnreadProblem {
  /** A column of the product, or a part and its id. */
  readonly field: string;
  readonly message: string;
  readonly weight: 'save';
}

export function unreadProblems(form: ProductForm): readonly UnreadProblem[] {
  const own = Object.entries(form.product.values).flatMap(([column, value]) =>
    problemOf(column, unreadFault({ [column]: value })),
  );
  const parts = productParts.flatMap((part) =>
    form[part].flatMap((row) =>
      problemOf(`${part} ${row.id}`, unreadFault(row.values), `${nameOf(row)}: `),
    ),
  );
  return [...own, ...parts];
}

const problemOf = (field: string, fault: string | null, named = ''): readonly UnreadProblem[] =>
  fault === null ? [] : [{ field, message: `${named}${fault}`, weight: 'save' }];

const nameOf = (row: DeskRow): string =>
  ['sku', 'title', 'label', 'alt'].map((column) => textOf(row, column)).find(Boolean) ?? 'A part';
