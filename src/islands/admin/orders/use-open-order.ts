import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $openOrder, openOrder, type OpenOrder } from '#stores/desk-orders.ts';

const parameter = 'order';

function follow(): void {
  void openOrder(new URLSearchParams(location.search).get(parameter));
}

/** Which order is open stands in the address, by its number alone. */
export function useOpenOrder(): OpenOrder {
  const open = useStore($openOrder);
  useEffect(() => {
    follow();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  return open;
}

/** Null goes back to the list. */
export function goToOrder(number: string | null): void {
  const parameters = new URLSearchParams(location.search);
  if (number === null) parameters.delete(parameter);
  else parameters.set(parameter, number);
  const search = parameters.toString();
  history.pushState(null, '', `${location.pathname}${search === '' ? '' : `?${search}`}`);
  follow();
}
