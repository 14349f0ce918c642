import type { MouseEvent } from 'react';
import type { Command, CommandIcon } from '../model/commands.ts';
import { DeskIcon, LineIcon } from './DeskIcon.tsx';
import styles from './command-bar.module.css';

type Props = {
  readonly id: string | undefined;
  readonly command: Command;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onTake: () => void;
};

const ownIcons: Readonly<Partial<Record<CommandIcon, string>>> = {
  customer: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  action: 'M12 5v14M5 12h14',
};

function Icon({ name }: { readonly name: CommandIcon }) {
  const own = ownIcons[name];
  if (own !== undefined) return <LineIcon path={own} size={18} />;
  return name === 'customer' || name === 'action' ? null : <DeskIcon name={name} size={18} />;
}

/** A link where it leads to a page, so that it can be opened beside this one. */
export function CommandLine({ id, command, isActive, onPoint, onTake }: Props) {
  const { icon, title, note, state, does } = command;
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onTake();
  };
  const shared = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isActive,
    className: styles['line'],
    ref: (line: HTMLElement | null) => {
      if (isActive) line?.scrollIntoView({ block: 'nearest' });
    },
    onPointerMove: isActive ? undefined : onPoint,
    // Who presses here goes on typing where it only asks for more.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: press,
  } as const;
  const words = (
    <>
      <Icon name={icon} />
      <span className={styles['words']}>
        <span>{title}</span>
        {note !== '' && <small>{note}</small>}
      </span>
      {state !== '' && <small className={styles['state']}>{state}</small>}
    </>
  );
  return does.kind === 'open' ? (
    <a {...shared} href={does.path}>
      {words}
    </a>
  ) : (
    <button type="button" {...shared}>
      {words}
    </button>
  );
}
