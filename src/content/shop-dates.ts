/** What opens and closes when, for the calendar that people look at and the one that they subscribe to. */
import { listKinds } from '#shared/list-kinds.ts';
import { readCatalogue, type WholeProduct } from './catalogue.ts';
import { oncePerBuild } from './rows.ts';

export interface ShopDate {
  /** Of the same thing, however its date moves. */
  readonly id: string;
  /** Of the batch or list. */
  readonly title: string;
  /** As it follows on the title. */
  readonly what: string;
  readonly at: string;
  readonly path: string;
  readonly changedAt: string;
}

/** From when to when something can be ordered or entered. */
export interface ShopWindow {
  readonly id: string;
  readonly title: string;
  /** What kind of thing it is, such as a group buy. */
  readonly name: string;
  readonly opensAt: string | null;
  readonly closesAt: string | null;
  readonly path: string;
}

const hourMs = 3_600_000;
/** From closing to the public random number, with room for the draw itself. */
const drawMs = hourMs;

function payBy(closesAt: string | null, payWithinHours: number): string | null {
  if (closesAt === null) return null;
  return new Date(Date.parse(closesAt) + drawMs + payWithinHours * hourMs).toISOString();
}

function windowsOf({ batches, lists, path }: WholeProduct): ShopWindow[] {
  return [
    ...batches.map(({ id, title, opensAt, closesAt }) => ({
      id,
      title,
      name: 'Group buy',
      opensAt,
      closesAt,
      path,
    })),
    ...lists.map(({ id, kind, title, opensAt, closesAt }) => ({
      id,
      title,
      name: listKinds[kind].name,
      opensAt,
      closesAt,
      path,
    })),
  ];
}

function datesOf(product: WholeProduct): ShopDate[] {
  const { path, lists } = product;
  const changedAt = product.publishAt ?? '2026-01-01T00:00:00Z';
  const date = (id: string, title: string, what: string, at: string | null) =>
    at === null ? [] : [{ id, title, what, at, path, changedAt }];
  return [
    ...windowsOf(product).flatMap(({ id, title, name, opensAt, closesAt }) => [
      ...date(`${id}-opens`, title, `${name.toLowerCase()} opens`, opensAt),
      ...date(`${id}-closes`, title, `${name.toLowerCase()} closes`, closesAt),
    ]),
    ...lists
      .filter(({ isDrawn }) => isDrawn)
      .flatMap(({ id, title, closesAt, payWithinHours }) =>
        date(
          `${id}-pay-by`,
          title,
          'payment deadline for the first winners',
          payBy(closesAt, payWithinHours),
        ),
      ),
  ];
}

export const readShopDates = oncePerBuild(async () => {
  const { products } = await readCatalogue();
  return products
    .flatMap(datesOf)
    .toSorted((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id));
});

/** Those that close at a known time, the first to open first. */
export const readShopWindows = oncePerBuild(async () => {
  const { products } = await readCatalogue();
  return products
    .flatMap(windowsOf)
    .filter(({ closesAt }) => closesAt !== null)
    .toSorted((a, b) => (a.opensAt ?? '').localeCompare(b.opensAt ?? ''));
});
