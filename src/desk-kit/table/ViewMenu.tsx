import { useStore } from '@nanostores/react';
import { useState, type SubmitEvent } from 'react';
import { $session } from '#features/account/store/session.ts';
import { Button } from '#ui/react/Button.tsx';
import type { DeskView } from '../model/desk-view.ts';
import { withView, withoutView } from '../model/table-layout.ts';
import { parseTableQuery, writeTableQuery } from '../model/table-query.ts';
import type { TableState } from '../model/table-state.ts';
import { viewsOf } from '../store/desk-views.ts';
import { $staff } from '../store/staff.ts';
import styles from '../ui/data-table.module.css';
import { Menu } from './Menu.tsx';
import type { TableActions } from './table-model.ts';

type Props = { readonly state: TableState; readonly actions: TableActions };

export function ViewMenu({ state, actions }: Props) {
  const views = viewsOf(actions.name);
  const kept = useStore(views.$views);
  const session = useStore($session);
  const isOwner = useStore($staff) === 'owner';
  const [edited, setEdited] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { preferences, query } = state;
  const search = writeTableQuery(query, actions.shape, '');
  const show = (asked: string) => void actions.ask(parseTableQuery(asked, actions.shape));
  const mayEdit = (view: DeskView) =>
    isOwner || (session.status === 'signed-in' && session.userId === view.owner_id);
  const forgetOwn = (name: string) =>
    actions.prefer({ ...preferences, views: withoutView(preferences.views, name) });

  async function save(name: string, isShared: boolean): Promise<boolean> {
    const saved = await views.save({ name, search, is_shared: isShared });
    setProblem(
      saved.isOffline
        ? 'The shop can’t be reached, so the view is saved in this browser only.'
        : saved.problem,
    );
    if (saved.isOffline)
      actions.prefer({ ...preferences, views: withView(preferences.views, { name, search }) });
    return saved.problem === null;
  }
  async function keepInShop(view: { readonly name: string; readonly search: string }) {
    const saved = await views.save({ ...view, is_shared: false });
    setProblem(saved.isOffline ? 'The shop can’t be reached. Please try again.' : saved.problem);
    if (!saved.isOffline && saved.problem === null) forgetOwn(view.name);
  }
  return (
    <Menu label="Views">
      <ul className={styles['choices']}>
        <li>
          <button type="button" onClick={() => show('')}>
            Default view
          </button>
        </li>
        {kept.map((view) => (
          <li key={view.id}>
            <button type="button" onClick={() => show(view.search)}>
              {view.name}
              <span className={styles['byline']}>
                {view.is_shared ? `shared by ${view.author}` : 'only you'}
              </span>
            </button>
            {mayEdit(view) && (
              <button
                type="button"
                aria-expanded={edited === view.id}
                aria-label={`Edit the view ${view.name}`}
                onClick={() => setEdited(edited === view.id ? null : view.id)}
              >
                Edit
              </button>
            )}
            {edited === view.id && (
              <ViewForm
                key={view.version}
                view={view}
                search={search}
                onSave={async (patch) => {
                  const refused = await views.change(view, patch);
                  setProblem(refused);
                  if (refused === null) setEdited(null);
                }}
                onDelete={async () => setProblem(await views.remove(view))}
              />
            )}
          </li>
        ))}
        {preferences.views.map((view) => (
          <li key={view.name}>
            <button type="button" onClick={() => show(view.search)}>
              {view.name}
              <span className={styles['byline']}>in this browser only</span>
            </button>
            <button
              type="button"
              aria-label={`Keep the view ${view.name} in the shop`}
              onClick={() => void keepInShop(view)}
            >
              Keep
            </button>
            <button
              type="button"
              aria-label={`Delete the view ${view.name}`}
              onClick={() => forgetOwn(view.name)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <NewView onSave={save} />
      {problem !== null && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </Menu>
  );
}

function NewView({
  onSave,
}: {
  readonly onSave: (name: string, isShared: boolean) => Promise<boolean>;
}) {
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [isUnnamed, setUnnamed] = useState(false);
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setUnnamed(name.trim() === '');
    if (name.trim() !== '' && (await onSave(name.trim(), isShared))) setName('');
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className={styles['line']}>
        <input
          aria-label="Name of this view"
          placeholder="Save this view as…"
          aria-invalid={isUnnamed || undefined}
          maxLength={60}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setUnnamed(false);
          }}
        />
        <Button type="submit" size="small">
          Save
        </Button>
      </div>
      <Shared isOn={isShared} onChange={setShared} />
      {isUnnamed && (
        <p role="alert" className={styles['problem']}>
          Enter a name for the view.
        </p>
      )}
    </form>
  );
}

function Shared({
  isOn,
  onChange,
}: {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <label className={styles['option']}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      Share with colleagues
    </label>
  );
}

type FormProps = {
  readonly view: DeskView;
  readonly search: string;
  readonly onSave: (
    patch: Partial<Pick<DeskView, 'name' | 'search' | 'is_shared'>>,
  ) => Promise<void>;
  readonly onDelete: () => Promise<void>;
};

function ViewForm({ view, search, onSave, onDelete }: FormProps) {
  const [name, setName] = useState(view.name);
  const [isShared, setShared] = useState(view.is_shared);
  const [takesSearch, setTakesSearch] = useState(false);
  return (
    <form
      className={styles['viewForm']}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') return;
        void onSave({ name, is_shared: isShared, ...(takesSearch ? { search } : {}) });
      }}
    >
      <input
        aria-label={`New name of the view ${view.name}`}
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Shared isOn={isShared} onChange={setShared} />
      <label className={styles['option']}>
        <input
          type="checkbox"
          checked={takesSearch}
          onChange={({ target }) => setTakesSearch(target.checked)}
        />
        Use the filters shown now
      </label>
      <div className={styles['line']}>
        <Button type="submit" size="small" look="primary">
          Save view
        </Button>
        <Button size="small" look="danger" onClick={() => void onDelete()}>
          Delete view
        </Button>
      </div>
    </form>
  );
}
