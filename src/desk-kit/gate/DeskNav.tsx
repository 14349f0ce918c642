import { useStore } from '@nanostores/react';
import { mayOpen, type DeskName } from '../model/desk-rights.ts';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { showWithin } from '#ui/react/show-within.ts';
import { $deskDoor } from '../store/staff.ts';
import styles from './desk-nav.module.css';

type Props = {
  readonly here: DeskName;
  readonly desks: readonly {
    readonly name: DeskName;
    readonly label: string;
    readonly path: string;
  }[];
};

/** The way to the desks that the person may open; until they are known, only its room. */
export function DeskNav(props: Props) {
  return (
    <IslandBoundary name="the desk navigation">
      <Desks {...props} />
    </IslandBoundary>
  );
}

const showCurrent = (row: HTMLUListElement | null) => showWithin(row, '[aria-current]');

function Desks({ here, desks }: Props) {
  const door = useStore($deskDoor, { ssr: 'initial' });
  const role = door.status === 'staff' ? door.role : null;
  return (
    <div className={styles['room']}>
      {role !== null && (
        <nav aria-label="Workshop desk">
          <ul ref={showCurrent} className={styles['row']}>
            {desks
              .filter(({ name }) => mayOpen(role, name))
              .map(({ name, label, path }) => (
                <li key={name}>
                  <a href={path} aria-current={name === here ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
