import { useStore } from '@nanostores/react';
import { useFollowedAddress } from '#ui/react/use-followed-address.ts';
import { $openList, showList, type OpenList } from '../store/desk-lists.ts';

const parameter = 'list';

function follow(): void {
  void showList(new URLSearchParams(location.search).get(parameter));
}

export function useOpenList(): OpenList {
  const open = useStore($openList);
  useFollowedAddress(follow);
  return open;
}

/** Null goes back to the table. */
export function goToList(id: string | null): void {
  const parameters = new URLSearchParams(location.search);
  if (id === null) parameters.delete(parameter);
  else parameters.set(parameter, id);
  const search = parameters.toString();
  history.pushState(null, '', `${location.pathname}${search === '' ? '' : `?${search}`}`);
  follow();
}
