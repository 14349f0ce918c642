import { useStore } from '@nanostores/react';
import { useFollowedAddress } from '#ui/react/use-followed-address.ts';
import { askToDiscard } from '#ui/react/unsaved.ts';
import { routes } from '#routes.ts';
import { $batchPage, showBatch, type BatchPage } from '../../store/desk-batch-page.ts';

const asked = () => new URLSearchParams(location.search).get('batch');

/** Closing a dialog may go back to the same address: what was typed must not be read over. */
function follow(): void {
  const page = $batchPage.get();
  const id = asked();
  if (page.status === 'open' && page.id === id) return;
  void showBatch(id);
}

/** Which batch is shown stands in the address. */
export function useShownBatch(): BatchPage {
  const page = useStore($batchPage);
  useFollowedAddress(follow);
  return page;
}

/** Null goes back to the list. */
export function goToBatch(id: string | null): void {
  askToDiscard(() => {
    history.pushState(null, '', id === null ? routes.admin.batches : routes.batch(id));
    follow();
  });
}
