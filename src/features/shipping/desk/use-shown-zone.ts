import { useStore } from '@nanostores/react';
import { useFollowedAddress } from '#ui/react/use-followed-address.ts';
import { askToDiscard } from '#ui/react/unsaved.ts';
import { routes } from '#routes.ts';
import { $zonePage, showZone, type ZonePage } from '../store/desk-zone-page.ts';

/** Closing a dialog may go back to the same address: what was typed must not be read over. */
function follow(): void {
  const page = $zonePage.get();
  const id = new URLSearchParams(location.search).get('zone');
  if (page.status === 'open' && page.id === id) return;
  void showZone(id);
}

/** Which zone is shown stands in the address. */
export function useShownZone(): ZonePage {
  const page = useStore($zonePage);
  useFollowedAddress(follow);
  return page;
}

/** Null goes back to the list. */
export function goToZone(id: string | null): void {
  askToDiscard(() => {
    history.pushState(null, '', routes.zone(id));
    void showZone(id);
  });
}
