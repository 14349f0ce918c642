import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $openList, showList, type OpenList } from '#stores/desk-lists.ts';

const parameter = 'list';

function follow(): void {
  void showList(new URLSearchParams(location.search).get(parameter));
}

export function useOpenList(): OpenList {
  const open = useStore($openList);
  useEffect(() => {
    follow();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
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
