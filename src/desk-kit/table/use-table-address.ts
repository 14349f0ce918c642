import { useEffect, useRef } from 'react';
import { whileLookedAt } from '#shared/while-looked-at.ts';
import { parseTableQuery, writeTableQuery } from '../model/table-query.ts';
import type { TableState } from '../model/table-state.ts';
import { viewsOf } from '../store/desk-views.ts';
import type { TableActions } from './table-model.ts';

const viewsMs = 300_000;

type Reads = { readonly readPreferences: () => void };

/** Keeps what the table shows in the address, and the address in what the table shows. */
export function useTableAddress(state: TableState, actions: TableActions & Reads): void {
  const hasStarted = useRef(false);
  useEffect(() => {
    const follow = () => void actions.ask(parseTableQuery(location.search, actions.shape));
    actions.readPreferences();
    follow();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [actions]);

  // A colleague, or another tab, names views too.
  useEffect(() => {
    const views = viewsOf(actions.name);
    void views.read();
    return whileLookedAt(() => void views.read(), viewsMs);
  }, [actions.name]);

  const { query } = state;
  useEffect(() => {
    // The first query is the empty one, before the address was read.
    if (!hasStarted.current) {
      hasStarted.current = true;
      return;
    }
    const search = writeTableQuery(query, actions.shape, location.search);
    if (search !== location.search)
      history.replaceState(history.state, '', `${location.pathname}${search}`);
  }, [query, actions.shape]);
}
