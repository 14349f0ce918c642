/**
 * Shows the colorways that fit the filters in the address, and says beside each choice how many it
 * would show. Open windows are told by the clock.
 */
import { followAddress } from '#ui/address-form.ts';
import { rest } from './rest-of-page.ts';

const names = ['maker', 'sculpt', 'colour', 'stem', 'open'] as const;
type Name = (typeof names)[number];
type Asked = Readonly<Record<Name, string>>;

/** A colorway with what each filter compares. */
interface Row {
  readonly element: HTMLElement;
  readonly section: HTMLElement;
  readonly values: Readonly<Record<Exclude<Name, 'open'>, string>>;
}

function rowsOf(place: HTMLElement): Row[] {
  return [...place.querySelectorAll<HTMLElement>('[data-sculpt]')].flatMap((section) =>
    [...section.querySelectorAll<HTMLElement>('[data-colorway]')].map((element) => ({
      element,
      section,
      values: {
        maker: section.dataset['maker'] ?? '',
        sculpt: section.id,
        colour: element.dataset['family'] ?? '',
        stem: element.dataset['stem'] ?? '',
      },
    })),
  );
}

function isOpen({ dataset }: HTMLElement, now: number): boolean {
  if (dataset['open'] !== undefined) return true;
  const { opens, closes } = dataset;
  if (opens === undefined || closes === undefined) return false;
  return now >= Date.parse(opens) && now < Date.parse(closes);
}

function fits(row: Row, asked: Asked, now: number): boolean {
  if (asked.open !== '' && !isOpen(row.element, now)) return false;
  return names.every(
    (name) => name === 'open' || asked[name] === '' || asked[name] === row.values[name],
  );
}

function askedOf(form: HTMLFormElement): Asked {
  const data = new FormData(form);
  const read = (name: Name) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    maker: read('maker'),
    sculpt: read('sculpt'),
    colour: read('colour'),
    stem: read('stem'),
    open: read('open'),
  };
}

function sayCounts(form: HTMLFormElement, rows: readonly Row[], asked: Asked, now: number): void {
  for (const select of form.querySelectorAll('select')) {
    const name = names.find((one) => one === select.name);
    if (name === undefined) continue;
    for (const option of select.options) {
      const count = rows.filter((row) => fits(row, { ...asked, [name]: option.value }, now)).length;
      option.textContent = `${(option.textContent ?? '').replace(/ \(\d+\)$/, '')} (${count})`;
    }
  }
  const open = form.querySelector('[data-count]');
  const openRows = rows.filter((row) => fits(row, { ...asked, open: '1' }, now));
  if (open) open.textContent = String(openRows.length);
}

function sort(place: HTMLElement, by: string, asStood: readonly HTMLElement[]): void {
  const end = place.querySelector('[data-none]');
  const valueOf = {
    name: ({ id }: HTMLElement) => id,
    new: ({ dataset }: HTMLElement) => dataset['since'] ?? '',
  }[by];
  const sorted =
    valueOf === undefined
      ? asStood
      : asStood.toSorted((a, b) => valueOf(a).localeCompare(valueOf(b)));
  const ordered = by === 'new' ? sorted.toReversed() : sorted;
  for (const section of ordered) place.insertBefore(section, end);
}

function show(place: HTMLElement, form: HTMLFormElement, rows: readonly Row[]): void {
  const asked = askedOf(form);
  const now = Date.now();
  const shown = new Set<HTMLElement>();
  let count = 0;
  for (const row of rows) {
    row.element.hidden = !fits(row, asked, now);
    if (row.element.hidden) continue;
    shown.add(row.section);
    count += 1;
  }
  for (const { section } of rows) section.hidden = !shown.has(section);
  sayCounts(form, rows, asked, now);
  const found = form.querySelector('[data-found]');
  if (found !== null) found.textContent = `${count} ${count === 1 ? 'colorway' : 'colorways'}`;
  const none = place.querySelector<HTMLElement>('[data-none]');
  if (none !== null) none.hidden = count > 0;
}

/** Of all that the page will have. */
export async function followFilters(): Promise<void> {
  await rest;
  const place = document.querySelector<HTMLElement>('keywright-sculpts');
  const form = place?.querySelector('form');
  if (!place || !form) return;
  const rows = rowsOf(place);
  const sections = [...new Set(rows.map(({ section }) => section))];
  followAddress(form, () => {
    show(place, form, rows);
    const by = new FormData(form).get('sort');
    sort(place, typeof by === 'string' ? by : '', sections);
  });
}
