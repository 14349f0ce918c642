import { useId, useRef, useState, type KeyboardEvent } from 'react';
import type { Result } from '#shared/result.ts';
import { mostSuggested } from '../model/suggestions.ts';
import styles from './suggest.module.css';
import { Field } from '#ui/react/Field.tsx';

export interface Suggestion {
  readonly id: string;
  readonly title: string;
  readonly note: string;
}

type Found<Item> =
  | { readonly kind: 'idle' | 'looking' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly items: readonly Item[] };

type Props<Item> = {
  readonly label: string;
  /** What may be typed, while nothing is. */
  readonly hint: string;
  readonly find: (text: string, signal: AbortSignal) => Promise<Result<readonly Item[], string>>;
  readonly onPick: (item: Item) => void;
};

function words(found: Found<Suggestion>, text: string, hint: string): string {
  if (found.kind === 'failed') return found.message;
  if (found.kind !== 'ready') return found.kind === 'idle' ? hint : 'Looking …';
  const { length } = found.items;
  if (length === 0) return `No results for “${text.trim()}”.`;
  if (length > mostSuggested)
    return `More than ${mostSuggested} found. Type more to narrow them down.`;
  return `${length === 1 ? 'One' : length} found. Choose with the arrow keys and press Enter.`;
}

/** Looks while one types, and takes what is chosen by arrows and Enter or pressed. */
export function SuggestField<Item extends Suggestion>({ label, hint, find, onPick }: Props<Item>) {
  const id = useId();
  const asked = useRef<AbortController | null>(null);
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found<Item>>({ kind: 'idle' });
  const [place, setPlace] = useState(0);
  const items = found.kind === 'ready' ? found.items.slice(0, mostSuggested) : [];

  async function look(typed: string) {
    asked.current?.abort();
    setText(typed);
    setPlace(0);
    if (typed.trim() === '') return setFound({ kind: 'idle' });
    const own = new AbortController();
    asked.current = own;
    setFound({ kind: 'looking' });
    const failed = {
      ok: false,
      error: 'The shop can’t be reached. Keep typing to try again.',
    } as const;
    const answer = await find(typed.trim(), own.signal).catch(() => failed);
    if (own.signal.aborted) return;
    setFound(
      answer.ok
        ? { kind: 'ready', items: answer.value }
        : { kind: 'failed', message: answer.error },
    );
  }

  function take(item: Item | undefined) {
    if (item === undefined) return;
    onPick(item);
    void look('');
  }

  function press(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && items.length > 0) setPlace((place + step + items.length) % items.length);
    else if (event.key === 'Enter' && text !== '') take(items[place]);
    else if (event.key === 'Escape' && text !== '') void look('');
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles['suggest']}>
      <div className={styles['place']}>
        <Field
          label={label}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input it is, with a list of its own
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={items.length > 0 ? `${id}-${place}` : undefined}
          value={text}
          onChange={(event) => void look(event.target.value)}
          onKeyDown={press}
        />
        <div
          id={`${id}-list`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist can't be styled, nor say what it found
          role="listbox"
          aria-label={`${label}: results`}
          className={styles['list']}
          hidden={items.length === 0}
        >
          {items.map((item, index) => (
            <button
              key={item.id}
              id={`${id}-${index}`}
              type="button"
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option stands in selects and datalists alone
              role="option"
              tabIndex={-1}
              aria-selected={index === place}
              ref={(row) => {
                if (index === place) row?.scrollIntoView({ block: 'nearest' });
              }}
              // Who presses here goes on typing.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(item)}
            >
              <span>{item.title}</span>
              <small>{item.note}</small>
            </button>
          ))}
        </div>
      </div>
      <output className={styles['says']}>{words(found, text, hint)}</output>
    </div>
  );
}
