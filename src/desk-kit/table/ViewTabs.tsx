import { useStore } from '@nanostores/react';
import { isSameSearch } from '../model/desk-view.ts';
import { parseTableQuery, writeTableQuery } from '../model/table-query.ts';
import type { TableState } from '../model/table-state.ts';
import { viewsOf } from '../store/desk-views.ts';
import styles from '../ui/data-table.module.css';
import views from '../ui/views.module.css';
import type { TableActions } from './table-model.ts';

type Props = { readonly state: TableState; readonly actions: TableActions };

/** The views of this table over it: those of the shop, then those of this browser. */
export function ViewTabs({ state, actions }: Props) {
  const kept = useStore(viewsOf(actions.name).$views);
  const { views: own } = state.preferences;
  if (kept.length + own.length === 0) return null;
  const now = writeTableQuery(state.query, actions.shape, '');
  const plain = writeTableQuery(parseTableQuery('', actions.shape), actions.shape, '');
  const show = (search: string) => void actions.ask(parseTableQuery(search, actions.shape));
  const tabs = [
    { key: '', name: 'Default view', search: plain, about: '' },
    ...kept.map(({ id, name, search, is_shared: isShared, author }) => ({
      key: id,
      name,
      search,
      about: isShared ? `Shared by ${author}` : 'Only you see it',
    })),
    ...own.map(({ name, search }) => ({
      key: `own ${name}`,
      name,
      search,
      about: 'Saved in this browser only',
    })),
  ];
  return (
    <fieldset className={`${views['views']} ${styles['tabs']}`}>
      <legend className="visually-hidden">Saved views</legend>
      {tabs.map(({ key, name, search, about }) => (
        <button
          key={key}
          type="button"
          title={about || undefined}
          aria-pressed={isSameSearch(search, now)}
          onClick={() => show(search)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
