import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { DeskRole } from '#desk-kit/model/desk-rights.ts';
import { showChanges } from '#features/publishing/store/publish.ts';
import { Button } from '#ui/react/Button.tsx';
import { askToDiscard } from '#ui/react/unsaved.ts';
import { commandGroups, readTyped, type Command, type Desks } from '../model/commands.ts';
import { $commandSearch, findCommands, type CommandSearch } from '../store/command-search.ts';
import { $kept, noteRecent, readRecent, recentCommands } from '../store/recent-commands.ts';
import { CommandLine } from './CommandLine.tsx';
import styles from './command-bar.module.css';

type Props = {
  readonly role: DeskRole;
  readonly desks: Desks;
  readonly onClose: () => void;
};

/** One search of the whole desk, and the way to all of it, from the keyboard. */
export function CommandBar({ role, desks, onClose }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const found = useStore($commandSearch);
  const kept = useStore($kept);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  // Enter came before the answer: it goes to the first of that.
  const isEnterWaiting = useRef(false);

  const { search, kinds, verb } = readTyped(typed, role);
  const recent = recentCommands(kept, role);
  const groups = commandGroups({ role, desks, typed, finds: found.finds, recent });
  const commands = groups.flatMap((group) => group.commands);
  const active = commands.find((command) => command.id === chosen) ?? commands[0];
  const lineId = (command: Command | undefined) => command && `${id}-${commands.indexOf(command)}`;
  const isLate = found.status === 'looking' && search.length > 1;

  useEffect(() => {
    readRecent();
    dialog.current?.showModal();
    input.current?.select();
    return () => findCommands('');
  }, []);

  const takeActive = useRef(() => {});
  useEffect(() => {
    takeActive.current = () => active && take(active);
  });
  useEffect(() => {
    if (!isEnterWaiting.current || isLate) return;
    isEnterWaiting.current = false;
    takeActive.current();
  }, [isLate, takeActive]);

  function type(text: string) {
    setTyped(text);
    setChosen(null);
    isEnterWaiting.current = false;
    const next = readTyped(text, role);
    if (next.search !== search || next.verb !== verb) findCommands(next.search, next.kinds);
  }

  function take({ does }: Command) {
    if (does.kind === 'ask') {
      type(does.text);
      input.current?.focus();
      return;
    }
    onClose();
    if (does.kind === 'publish') return showChanges();
    askToDiscard(() => {
      if (does.find) noteRecent(does.find);
      const here = location.pathname + location.search;
      const [path = ''] = does.path.split('#');
      location.assign(does.path);
      // A part of the very page that is open is reached by reading it anew.
      if (path === here) location.reload();
    });
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const place = active ? commands.indexOf(active) : -1;
    const ends: Readonly<Record<string, number>> = {
      ArrowDown: place + 1,
      ArrowUp: place - 1,
      PageDown: Math.min(place + 8, commands.length - 1),
      PageUp: Math.max(place - 8, 0),
    };
    const next = ends[event.key];
    if (next !== undefined) {
      const { length } = commands;
      if (length > 0) setChosen(commands[(next + length) % length]?.id ?? null);
    } else if (event.key === 'Enter') {
      const isOwn = active && (active.does.kind !== 'open' || !active.does.find);
      if (isLate && chosen === null && !isOwn) isEnterWaiting.current = true;
      else if (active) take(active);
    } else return;
    event.preventDefault();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a press beside it closes it, as Escape does
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-label="Search the desk"
      onClose={onClose}
      onClick={(event: MouseEvent) => event.target === dialog.current && onClose()}
    >
      <div className={styles['head']}>
        <input
          ref={input}
          type="text"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input it is, with a list of its own
          role="combobox"
          aria-label="Search the desk"
          aria-autocomplete="list"
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={lineId(active)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          placeholder={verb ? 'Order number, customer or e-mail' : placeholders[role]}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
        {isLate && <span className={styles['looking']} aria-hidden="true" />}
        <button type="button" className={styles['close']} onClick={onClose}>
          <span className="visually-hidden">Close</span>
          <kbd aria-hidden="true">Esc</kbd>
          <span aria-hidden="true">×</span>
        </button>
      </div>
      <output className="visually-hidden">{spoken(found, search, commands.length)}</output>
      {found.status === 'failed' && (
        <div className={styles['failed']} role="alert">
          <p>The search could not be loaded. {found.problem}</p>
          <Button
            size="small"
            onClick={() => {
              findCommands(search, kinds);
              input.current?.focus();
            }}
          >
            Try again
          </Button>
        </div>
      )}
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist can't be styled, nor grouped
        role="listbox"
        aria-label="Results"
        aria-busy={isLate}
        className={styles['list']}
      >
        {groups.map((group) => (
          <div
            key={group.title}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset has no place in a listbox
            role="group"
            aria-label={group.title}
          >
            <p className={styles['title']} aria-hidden="true">
              {group.title}
            </p>
            {group.commands.map((command) => (
              <CommandLine
                key={command.id}
                id={lineId(command)}
                command={command}
                isActive={command === active}
                onPoint={() => setChosen(command.id)}
                onTake={() => take(command)}
              />
            ))}
          </div>
        ))}
      </div>
      {commands.length === 0 && <Nothing search={search} verb={verb?.verb ?? null} found={found} />}
      <p className={styles['keys']}>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> to move
        </span>
        <span>
          <kbd>Enter</kbd> to open
        </span>
        <span>
          <kbd>Esc</kbd> to close
        </span>
      </p>
    </dialog>
  );
}

const placeholders: Readonly<Record<DeskRole, string>> = {
  owner: 'Order, customer, product, SKU, tracking number …',
  editor: 'Product, SKU, update, desk …',
  fulfilment: 'Order, customer, tracking number, desk …',
  support: 'Order number, whole e-mail, tracking number …',
};

function spoken({ status }: CommandSearch, search: string, count: number): string {
  if (status === 'looking') return 'Searching';
  if (search === '') return '';
  return count === 1 ? '1 result' : `${count} results`;
}

type NothingProps = {
  readonly search: string;
  readonly verb: string | null;
  readonly found: CommandSearch;
};

function Nothing({ search, verb, found }: NothingProps) {
  if (found.status === 'failed') return null;
  if (found.status === 'looking') return <p className={styles['nothing']}>Searching …</p>;
  if (verb !== null && search.length < 2)
    return <p className={styles['nothing']}>Enter the order’s number, its customer or e-mail.</p>;
  if (verb !== null)
    return (
      <p className={styles['nothing']}>No order matches “{search}” for which this can be done.</p>
    );
  return (
    <p className={styles['nothing']}>
      No results for “{search}”. Try a number, a name, an e-mail or a SKU.
    </p>
  );
}
