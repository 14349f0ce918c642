import { useStore } from '@nanostores/react';
import { useFollowedAddress } from '#ui/react/use-followed-address.ts';
import { $openOrder, openOrder, type OpenOrder } from '../store/desk-orders.ts';
import { openSlips, type SlipView } from '../store/desk-slips.ts';

const parameter = 'order';

const printed: readonly SlipView[] = ['slips', 'picks', 'pack'];

function follow(): void {
  const parameters = new URLSearchParams(location.search);
  void openOrder(parameters.get(parameter));
  const view = printed.find((each) => parameters.has(each)) ?? 'slips';
  void openSlips(
    view,
    (parameters.get(view) ?? '').split(',').filter((number) => number !== ''),
  );
}

/** Which order is open stands in the address, by its number alone. */
export function useOpenOrder(): OpenOrder {
  const open = useStore($openOrder);
  useFollowedAddress(follow);
  return open;
}

/** Null goes back to the list. */
export function goToOrder(number: string | null): void {
  goTo(number === null ? null : [parameter, number]);
}

/** What is printed stands in the address too, so that it is there again after a reload. */
export function goToSlips(view: SlipView, numbers: readonly string[]): void {
  goTo([view, numbers.join(',')]);
}

function goTo(place: readonly [name: string, value: string] | null): void {
  const parameters = new URLSearchParams(location.search);
  for (const name of [parameter, ...printed]) parameters.delete(name);
  if (place !== null) parameters.set(...place);
  const search = parameters.toString();
  history.pushState(null, '', `${location.pathname}${search === '' ? '' : `?${search}`}`);
  follow();
}
