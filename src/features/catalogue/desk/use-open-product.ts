import { useEffect } from 'react';
import { useStore } from '@nanostores/react';
import { useFollowedAddress } from '#ui/react/use-followed-address.ts';
import { useLeaveWarning } from '#desk-kit/ui/use-leave-warning.ts';
import { useUnsaved } from '#ui/react/unsaved.ts';
import { $hasTypedInBatches } from '../store/desk-batch-forms.ts';
import {
  $productDesk,
  closeProduct,
  followCounts,
  hasUnsavedProduct,
  openProduct,
  startProduct,
  type ProductDesk,
} from '../store/desk-product.ts';

const parameter = 'product';

/** Closing a dialog may go back to the same address: what was typed must not be read over. */
function isOpen(id: string): boolean {
  const desk = $productDesk.get();
  return desk.status === 'open' && desk.saved.product.id === id;
}

function follow(): void {
  const id = new URLSearchParams(location.search).get(parameter);
  if (id === null) closeProduct();
  else if (id === 'new') void startProduct();
  else if (!isOpen(id)) void openProduct(id);
}

/** Which product is open stands in the address, so that it can be linked to and left by Back. */
export function useOpenProduct(): ProductDesk {
  const desk = useStore($productDesk);
  // A product is kept as a draft; what was typed into its batches is not.
  useLeaveWarning(hasUnsavedProduct);
  useUnsaved(useStore($hasTypedInBatches));
  useFollowedAddress(follow);
  useEffect(followCounts, []);
  return desk;
}

/** Null goes back to the list. */
export function goToProduct(id: string | null, isSilent = false): void {
  const parameters = new URLSearchParams(location.search);
  if (id === null) parameters.delete(parameter);
  else parameters.set(parameter, id);
  const search = parameters.toString();
  const address = `${location.pathname}${search === '' ? '' : `?${search}`}`;
  if (isSilent) history.replaceState(null, '', address);
  else {
    history.pushState(null, '', address);
    follow();
  }
}
