/**
 * The search over the page: results while one types, arrows to choose, Enter to go, Escape to leave.
 * Invariant: what was typed stays until the page is left, also when an answer fails.
 */
import { $search, prepareSearch, searchFor, type SearchState } from '../store/search.ts';
import { resultRow } from './result-row.ts';
import { element } from '#ui/element.ts';
import styles from './search.module.css';

interface Parts {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly list: HTMLElement;
  readonly says: HTMLElement;
  readonly again: HTMLButtonElement;
  readonly instead: HTMLElement;
}

let made: Parts | null = null;

function makeParts(): Parts {
  const input = element('input', {
    type: 'search',
    role: 'combobox',
    'aria-label': 'Search the shop',
    'aria-autocomplete': 'list',
    'aria-controls': 'search-results',
    'aria-expanded': 'false',
    placeholder: 'Products, updates, questions',
    autocomplete: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
    class: styles['input'] ?? '',
  });
  const close = element('button', { 'aria-label': 'Close', class: styles['close'] ?? '' }, ['×']);
  const form = element('form', { method: 'dialog', class: styles['head'] ?? '' }, [input, close]);
  const says = element('p', { role: 'status', class: styles['says'] ?? '' });
  const again = element('button', { type: 'button', class: styles['again'] ?? '', hidden: '' }, [
    'Try again',
  ]);
  const instead = element('div', {
    role: 'group',
    'aria-label': 'Search for these instead',
    class: styles['instead'] ?? '',
    hidden: '',
  });
  const list = element('div', {
    id: 'search-results',
    role: 'listbox',
    'aria-label': 'Results',
    class: styles['list'] ?? '',
    hidden: '',
  });
  const dialog = element(
    'dialog',
    { class: styles['dialog'] ?? '', 'aria-label': 'Search', closedby: 'any' },
    [form, says, again, instead, list],
  );
  document.body.append(dialog);
  return { dialog, input, list, says, again, instead };
}

const idleWords = 'Type a name, a colour, a layout or a question. Typos are fine.';

function wordsOf(state: SearchState): string {
  switch (state.status) {
    case 'idle':
      return idleWords;
    case 'looking':
      return 'Looking …';
    case 'failed':
      return 'Search can’t be reached. What you typed is still here.';
    case 'ready': {
      const { length } = state.finds;
      if (length > 0) return length === 1 ? 'One found' : `${length} found`;
      return `No results for “${state.query}”. Try another word, or one of these:`;
    }
    default:
      return state satisfies never;
  }
}

function choose({ input, list }: Parts, chosen: Element | null): void {
  for (const option of list.children) {
    option.setAttribute('aria-selected', String(option === chosen));
  }
  if (chosen) {
    input.setAttribute('aria-activedescendant', chosen.id);
    chosen.scrollIntoView({ block: 'nearest' });
  } else input.removeAttribute('aria-activedescendant');
}

function show(parts: Parts, state: SearchState): void {
  const { input, list, says, again, instead } = parts;
  says.textContent = wordsOf(state);
  again.hidden = state.status !== 'failed';
  const { finds, suggestions } = state.status === 'ready' ? state : { finds: [], suggestions: [] };
  instead.hidden = suggestions.length === 0;
  instead.replaceChildren(
    ...suggestions.map((words) =>
      element('button', { type: 'button', class: styles['suggestion'] ?? '' }, [words]),
    ),
  );
  const [, ...others] = list.children;
  const chosen = others.find((each) => each.getAttribute('aria-selected') === 'true');
  list.hidden = finds.length === 0;
  input.setAttribute('aria-expanded', String(finds.length > 0));
  list.replaceChildren(...finds.map(resultRow));
  // Enter goes to the first unless another was chosen, and is found again.
  const path = chosen?.getAttribute('href');
  const kept = [...list.children].find((each) => each.getAttribute('href') === path);
  choose(parts, kept ?? list.firstElementChild);
}

/** The next or former result; beyond the end it begins again. */
function move(parts: Parts, step: 1 | -1): void {
  const options = [...parts.list.children];
  const now = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
  choose(parts, options.at((now + step + options.length) % Math.max(options.length, 1)) ?? null);
}

function answerKeys(parts: Parts): void {
  const { input, list } = parts;
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(parts, event.key === 'ArrowDown' ? 1 : -1);
    }
    if (event.key !== 'Enter' || event.isComposing) return;
    // The form would close the dialog.
    event.preventDefault();
    list.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
  });
}

function start(): Parts {
  const parts = makeParts();
  const { dialog, input, list, again, instead } = parts;
  const ask = () => void searchFor(input.value);
  input.addEventListener('input', ask);
  again.addEventListener('click', () => {
    ask();
    input.focus();
  });
  instead.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    input.value = target.textContent;
    ask();
    input.focus();
  });
  answerKeys(parts);
  // A result on this very page is reached without loading it again.
  list.addEventListener('click', () => dialog.close());
  $search.subscribe((state) => show(parts, state));
  return parts;
}

function openSearch(): void {
  made ??= start();
  prepareSearch();
  if (!made.dialog.open) made.dialog.showModal();
  made.input.focus();
  made.input.select();
}

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('[data-search]')) return;
  event.preventDefault();
  openSearch();
});
