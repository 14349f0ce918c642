import { useStore } from '@nanostores/react';
import { askToDiscard } from '#ui/react/unsaved.ts';
import { useFollowedAddress } from '#ui/react/use-followed-address.ts';
import { $shownDesign, showDesign, type ShownDesign } from '../store/desk-designs.ts';

const parameter = 'design';

function addressOf(id: string | null): string {
  const parameters = new URLSearchParams(location.search);
  parameters.delete(parameter);
  if (id !== null) parameters.set(parameter, id);
  const search = parameters.toString();
  return `${location.pathname}${search === '' ? '' : `?${search}`}`;
}

/** Closing a dialog may come back to the same address. */
function follow(): void {
  const id = new URLSearchParams(location.search).get(parameter);
  const shown = $shownDesign.get();
  if (shown.status === 'open' && shown.record.id === id) return;
  void showDesign(id);
}

/** Which design is shown stands in the address. */
export function useShownDesign(): ShownDesign {
  const shown = useStore($shownDesign);
  useFollowedAddress(follow);
  return shown;
}

/** Null goes back to the list. */
export function goToDesign(id: string | null): void {
  askToDiscard(() => {
    history.pushState(null, '', addressOf(id));
    follow();
  });
}
