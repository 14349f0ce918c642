import { atom } from 'nanostores';
import { productHistory } from '../api/product-history.ts';
import {
  asAfter,
  isAside,
  savesOf,
  takeBack,
  whyNotBack,
  type ProductChange,
  type ProductSave,
} from '../model/form/product-history.ts';
import type { ProductForm } from '../model/form/product-form.ts';
import { typeInBatch } from './desk-batch-forms.ts';
import { $productDesk, restoreInForm, type ProductDesk } from './desk-product.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

export type HistoryState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'ready';
      readonly changes: readonly ProductChange[];
      readonly saves: readonly ProductSave[];
      readonly hasMore: boolean;
      readonly isReadingMore: boolean;
      readonly message: string | null;
    };

export const $history = atom<HistoryState>({ kind: 'closed' });

const savedIn = (desk: ProductDesk | undefined): ProductForm | null =>
  desk?.status === 'open' ? desk.saved : null;

/** Another product, or this one as it was saved, has another history. */
$productDesk.listen((desk, before) => {
  if (savedIn(desk) === null || savedIn(desk) !== savedIn(before)) $history.set({ kind: 'closed' });
});

export async function readHistory(): Promise<void> {
  const desk = $productDesk.get();
  if (desk.status !== 'open') return;
  const { id } = desk.saved.product;
  const known = $history.get();
  const isMore = known.kind === 'ready';
  $history.set(isMore ? { ...known, isReadingMore: true, message: null } : { kind: 'loading' });
  const seen = isMore ? known.changes : [];
  const read = await productHistory(id, seen.at(-1)?.id ?? null);
  const now = $productDesk.get();
  if (now.status !== 'open' || now.saved.product.id !== id) return;
  if (!read.ok) {
    const message = askedAgain(read.error);
    $history.set(
      isMore ? { ...known, isReadingMore: false, message } : { kind: 'failed', message },
    );
    return;
  }
  const changes = [...seen, ...read.value.changes];
  const { hasMore } = read.value;
  const saves = savesOf(changes);
  $history.set({ kind: 'ready', changes, saves, hasMore, isReadingMore: false, message: null });
}

export function putBack(change: ProductChange, column?: string): void {
  if (isAside(change.part)) putBackInBatch(change, column);
  else restore((form) => takeBack(form, change, column));
}

/** A batch has a form and a button of its own. */
function putBackInBatch(change: ProductChange, column?: string): void {
  if (column === undefined || whyNotBack(change, column) !== null) return;
  typeInBatch(change.rowId, { [column]: change.before[column] });
  say('The earlier value is back in the batch form. Check it, then save the batch.');
}

export const putBackVersion = (saves: readonly ProductSave[], index: number): void =>
  restore((form) => asAfter(form, saves, index));

function restore(edit: (form: ProductForm) => ProductForm): void {
  const isDone = restoreInForm(edit);
  const done = 'It is back in the form and not saved yet. Check it, then press Save.';
  const none = 'Nothing changed: the form already has this value, or its part no longer exists.';
  say(isDone ? done : none);
}

function say(message: string): void {
  const state = $history.get();
  if (state.kind === 'ready') $history.set({ ...state, message });
}
