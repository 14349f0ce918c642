/** Invariant: what was stored by an older shop is read as far as it still fits. */
import { isRecord } from './desk-row.ts';

export interface TableLayout {
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
}

export interface SavedView {
  readonly name: string;
  /** Search, filters and order as the address writes them. */
  readonly search: string;
}

export const narrowestColumn = 56;
const widestColumn = 720;
const mostViews = 30;

export const plainLayout: TableLayout = { hidden: [], widths: {} };

export function toggleColumn(layout: TableLayout, column: string): TableLayout {
  const isHidden = layout.hidden.includes(column);
  const hidden = isHidden
    ? layout.hidden.filter((each) => each !== column)
    : [...layout.hidden, column];
  return { ...layout, hidden };
}

export function withWidth(layout: TableLayout, column: string, width: number): TableLayout {
  const bounded = Math.round(Math.min(Math.max(width, narrowestColumn), widestColumn));
  return { ...layout, widths: { ...layout.widths, [column]: bounded } };
}

/** The same name again replaces a view. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const name = view.name.trim().slice(0, 60);
  if (name === '') return views;
  const others = views.filter((each) => each.name !== name);
  return [...others, { name, search: view.search }].slice(-mostViews);
}

export function withoutView(views: readonly SavedView[], name: string): readonly SavedView[] {
  return views.filter((each) => each.name !== name);
}

export interface TablePreferences {
  readonly layout: TableLayout;
  readonly views: readonly SavedView[];
}

export const noPreferences: TablePreferences = { layout: plainLayout, views: [] };

export function parsePreferences(text: string | null): TablePreferences {
  const stored = parseJson(text);
  if (!isRecord(stored)) return noPreferences;
  const { hidden, widths, views } = stored;
  const entries = isRecord(widths) ? Object.entries(widths) : [];
  const sized = entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  const layout = {
    hidden: Array.isArray(hidden) ? hidden.filter((each) => typeof each === 'string') : [],
    widths: Object.fromEntries(sized),
  };
  return { layout, views: Array.isArray(views) ? views.flatMap(parseView) : [] };
}

/** Whether nothing of what is stored would be lost by writing it anew. */
export function arePreferencesWhole(text: string): boolean {
  const stored = parseJson(text);
  if (!isRecord(stored)) return false;
  const { views = [] } = stored;
  return Array.isArray(views) && views.every((view) => parseView(view).length > 0);
}

function parseView(view: unknown): SavedView[] {
  if (!isRecord(view)) return [];
  const { name, search } = view;
  return typeof name === 'string' && typeof search === 'string' ? [{ name, search }] : [];
}

export function formatPreferences({ layout, views }: TablePreferences): string {
  return JSON.stringify({ hidden: layout.hidden, widths: layout.widths, views });
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
