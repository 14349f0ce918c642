import { useStore } from '@nanostores/react';
import { useFollowedAddress } from '#ui/react/use-followed-address.ts';
import {
  $shownCustomer,
  customerOfOrder,
  showCustomer,
  type ShownCustomer,
} from '../store/desk-customers.ts';

const parameter = 'customer';
/** Names an order: its page does not know whose it is. */
const orderParameter = 'of';

function addressOf(id: string | null): string {
  const parameters = new URLSearchParams(location.search);
  parameters.delete(parameter);
  parameters.delete(orderParameter);
  if (id !== null) parameters.set(parameter, id);
  const search = parameters.toString();
  return `${location.pathname}${search === '' ? '' : `?${search}`}`;
}

async function follow(): Promise<void> {
  const parameters = new URLSearchParams(location.search);
  const order = parameters.get(orderParameter);
  if (order === null) return showCustomer(parameters.get(parameter));
  const id = await customerOfOrder(order);
  if (id === null) return;
  history.replaceState(null, '', addressOf(id));
  await showCustomer(id);
}

const followNow = () => void follow();

/** Which customer is shown stands in the address. */
export function useShownCustomer(): ShownCustomer {
  const shown = useStore($shownCustomer);
  useFollowedAddress(followNow);
  return shown;
}

/** Null goes back to the list. */
export function goToCustomer(id: string | null): void {
  history.pushState(null, '', addressOf(id));
  followNow();
}
