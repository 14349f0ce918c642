import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { DeskName, DeskRole } from '#desk-kit/model/desk-rights.ts';
import { $deskDoor } from '#desk-kit/store/staff.ts';
import { PublishBar } from '#features/publishing/desk/PublishBar.tsx';
import { $publishShown } from '#features/publishing/store/publish.ts';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { useMedia } from '#ui/react/use-media.ts';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { latePart } from '#ui/react/late-part.tsx';
import { deskBar, deskGroups } from '../model/desk-nav.ts';
import { queuesOf, waitingWords } from '../model/desk-home.ts';
import { $counts } from '../store/desk-home.ts';
import { DeskIcon } from './DeskIcon.tsx';
import { Person } from './Person.tsx';
import styles from './desk-nav.module.css';

interface Desk {
  readonly label: string;
  readonly path: string;
}

type Props = {
  readonly here: DeskName;
  readonly desks: Readonly<Record<DeskName, Desk>>;
};

/** The way to the desks that the person may open; until they are known, nothing but its room. */
export function DeskNav(props: Props) {
  return (
    <IslandBoundary label="the desk navigation">
      <Desks {...props} />
    </IslandBoundary>
  );
}

/** Room for it beside the desk. */
const wide = '(width >= 62rem)';

function Desks(props: Props) {
  const door = useStore($deskDoor, { ssr: 'initial' });
  const isWide = useMedia(wide, true);
  if (door.status !== 'staff') return null;
  return <SearchedDesks {...props} role={door.role} isWide={isWide} />;
}

const CommandBar = latePart({
  load: () => import('./CommandBar.tsx').then((code) => code.CommandBar),
  waiting: null,
  frame: (failure, { onClose }) => (
    <DeskDialog open title="Search" unsaved={false} onClose={onClose}>
      {failure}
    </DeskDialog>
  ),
});

const typing = 'input,textarea,select,dialog,[contenteditable]';

/** What opens the search of the desk: Ctrl K everywhere, and a slash where nobody writes one. */
function isSearchKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  if (altKey || event.isComposing) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey;
  return key === '/' && target instanceof Element && target.closest(typing) === null;
}

function SearchedDesks({ isWide, ...props }: OpenProps & { readonly isWide: boolean }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      setOpen((now) => !now);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
  const search = () => setOpen(true);
  return (
    <>
      {isWide ? <Side {...props} onSearch={search} /> : <Bar {...props} onSearch={search} />}
      {isOpen && (
        <CommandBar role={props.role} desks={props.desks} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

type OpenProps = Props & { readonly role: DeskRole };
type SearchedProps = OpenProps & { readonly onSearch: () => void };

function Side({ here, desks, role, onSearch }: SearchedProps) {
  return (
    <>
      <button type="button" className={styles['search']} onClick={onSearch}>
        <DeskIcon name="search" size={18} />
        <span>Search</span>
        <kbd>{/mac/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <nav className={styles['side']} aria-label="Workshop desk">
        {deskGroups(role).map((names) => (
          <ul key={names[0]} className={styles['group']}>
            {names.map((name) => (
              <li key={name}>
                <DeskEntry name={name} here={here} desks={desks} />
                <Queues desk={name} />
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <PublishBar />
      <Person role={role} />
    </>
  );
}

type EntryProps = Props & { readonly name: DeskName };

function DeskEntry({ name, here, desks }: EntryProps) {
  const { label, path } = desks[name];
  return (
    <a className={styles['desk']} href={path} aria-current={name === here ? 'page' : undefined}>
      <DeskIcon name={name} size={18} />
      <span>{label}</span>
      {name === 'check' && <Faults />}
      {name === 'designs' && <Waiting what="reported_designs" words="reported" />}
      {name === 'photos' && <Waiting what="waiting_photos" words="waiting" />}
    </a>
  );
}

function Faults() {
  const { faults = 0 } = useStore($counts);
  if (faults === 0) return null;
  return (
    <b className={styles['count']} data-urgent="">
      {faults.toLocaleString('en-GB')}
      <span className="visually-hidden"> {faults === 1 ? 'fault' : 'faults'}</span>
    </b>
  );
}

/** Each has its line before its number is known, so that none moves another. */
function Queues({ desk }: { readonly desk: DeskName }) {
  const counts = useStore($counts);
  const queues = queuesOf(desk);
  if (queues.length === 0) return null;
  return (
    <ul className={styles['queues']}>
      {queues.map(({ what, label, path, isUrgent }) => {
        const count = counts[what] ?? 0;
        return (
          <li key={what}>
            <a href={path}>
              <span>{label}</span>
              {count > 0 && (
                <b className={styles['count']} data-urgent={isUrgent ? '' : undefined}>
                  {waitingWords(count)}
                </b>
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function Bar({ here, desks, role, onSearch }: SearchedProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = useStore($publishShown);
  const close = () => {
    setOpen(false);
    $publishShown.set('nothing');
  };
  const { bar, more } = deskBar(role);
  return (
    <>
      <nav className={styles['bar']} aria-label="Workshop desk">
        <ul>
          {bar.map((name) => (
            <li key={name}>
              <a href={desks[name].path} aria-current={name === here ? 'page' : undefined}>
                <DeskIcon name={name} size={22} />
                <span>{desks[name].label}</span>
                {name === 'orders' && <Waiting what="ready_to_ship" words="packed" />}
              </a>
            </li>
          ))}
          <li>
            <button type="button" aria-haspopup="dialog" onClick={onSearch}>
              <DeskIcon name="search" size={22} />
              <span>Search</span>
            </button>
          </li>
          <li>
            <button
              type="button"
              aria-haspopup="dialog"
              data-here={more.includes(here) ? '' : undefined}
              onClick={() => setOpen(true)}
            >
              <DeskIcon name="more" size={22} />
              <span>More</span>
            </button>
          </li>
        </ul>
      </nav>
      <DeskDialog
        sheet
        open={isOpen || shown !== 'nothing'}
        title="More"
        unsaved={false}
        onClose={close}
      >
        <nav className={styles['more']} aria-label="More desks">
          <ul>
            {more.map((name) => (
              <li key={name}>
                <DeskEntry name={name} here={here} desks={desks} />
              </li>
            ))}
          </ul>
        </nav>
        <PublishBar />
        <Person role={role} />
      </DeskDialog>
    </>
  );
}

function Waiting({ what, words }: { readonly what: string; readonly words: string }) {
  const { [what]: count = 0 } = useStore($counts);
  if (count === 0) return null;
  return (
    <b className={styles['count']}>
      {waitingWords(count)}
      <span className="visually-hidden"> {words}</span>
    </b>
  );
}
