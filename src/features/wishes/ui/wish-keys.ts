/**
 * Draws, over the cards and products of a page, the keys that keep them for later. Nobody waits for it: it
 * comes when a person first moves on the page, or at once where this browser keeps something. A press is
 * answered at once; what it takes to name the thing is read behind it.
 */
import { pagePath } from '#languages/page-path.ts';
import { choiceOf, readAnswers } from '#features/cart/ui/page-choice.ts';
import { isSessionKept } from '#features/account/store/kept-session.ts';
import { parseGoods, type Goods } from '#features/cart/model/goods.ts';
import { routes } from '#routes.ts';
import { element } from '#ui/element.ts';
import { loadSoon } from '#ui/late-code.ts';
import { hasChoice, noChoice, wishKey, type Wish, type WishChoice } from '../model/wish.ts';
import { readBox } from '../store/wish-box.ts';
import { $wishes, dropWishes, keepThing, putBack, type Thing } from '../store/wishes.ts';
import { capPath, heartPath } from './wish-icon.ts';
import styles from './wish-keys.module.css';

interface Place {
  readonly key: HTMLButtonElement;
  readonly path: string;
  readonly title: string;
  /** What is kept of it, as far as this page can tell. */
  kept(): readonly Wish[];
  /** Null where it could not be had. */
  thing(): Promise<Thing | null>;
  words(): string;
}

const ofPath = (path: string) => $wishes.get().filter((wish) => wish.path === path);

function icon(): SVGSVGElement {
  const svgNames = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(svgNames, 'svg');
  const about = {
    width: '26',
    height: '26',
    viewBox: '0 0 24 24',
    fill: 'none',
    'aria-hidden': 'true',
  };
  const stroke = { stroke: 'currentColor', 'stroke-width': '1.7', 'stroke-linejoin': 'round' };
  for (const [name, value] of Object.entries({ ...about, ...stroke }))
    svg.setAttribute(name, value);
  for (const d of [capPath, heartPath]) {
    const path = document.createElementNS(svgNames, 'path');
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}

/** With words beside it; without them it says to readers what it keeps. */
function newKey(isTitled: boolean): HTMLButtonElement {
  const looks = `${styles['key'] ?? ''} no-print${isTitled ? ` ${styles['titled'] ?? ''}` : ''}`;
  const words = isTitled ? [element('span', { class: styles['word'] ?? '' })] : [];
  return element('button', { type: 'button', class: looks, 'data-wish': '' }, [icon(), ...words]);
}

function sayOn({ key, title }: Place, words: string, isKept: boolean): void {
  key.setAttribute('aria-pressed', String(isKept));
  const shown = key.querySelector('span');
  if (shown === null) key.setAttribute('aria-label', `${words}: ${title}`);
  else shown.textContent = words;
}

/** One payload is asked for once; one that failed is asked for again. */
const payloads = new Map<string, Promise<unknown>>();

async function readGoods(path: string): Promise<Goods | null> {
  const [page = ''] = path.split('#');
  const reading =
    payloads.get(page) ??
    fetch(`${page}/_payload.json`).then((answer) =>
      answer.ok ? answer.json() : Promise.reject(answer),
    );
  payloads.set(page, reading);
  try {
    return parseGoods(await reading, path);
  } catch {
    payloads.delete(page);
    return null;
  }
}

/** A card says what it is by its link. */
function cardPlace(card: HTMLElement): Place | null {
  const link = card.querySelector<HTMLAnchorElement>('h3 a');
  if (link === null) return null;
  const { pathname, hash } = new URL(link.href);
  const [path, title] = [`${pagePath(pathname)}${hash}`, link.textContent];
  const key = newKey(false);
  card.append(key);
  const thing = async () => {
    const goods = await readGoods(path);
    const isGone = card.dataset['stock'] === 'sold_out';
    return goods && { ...noChoice, productId: goods.productId, path, title: goods.title, isGone };
  };
  const kept = () => ofPath(path);
  return { key, path, title, kept, thing, words: () => keepWords };
}

const keepWords = 'Keep for later';

/** One edition of a sculpt: the page of all of them knows it by its code. */
function editionPlace(card: HTMLElement): Place | null {
  const sculpt = card.closest<HTMLElement>('[data-sculpt]');
  if (sculpt === null) return null;
  const path = `${routes.artisans}#${sculpt.id}`;
  const title = `${sculpt.querySelector('h2')?.textContent ?? ''}, ${card.querySelector('.name')?.textContent.trim() ?? ''}`;
  const key = newKey(false);
  card.classList.add(styles['spot'] ?? '');
  card.append(key);
  let variantId: string | null = null;
  const know = async () => {
    const goods = await readGoods(path);
    variantId = goods?.editions.find(({ code }) => code === card.id)?.variantId ?? null;
    return goods;
  };
  // Which of its editions is kept is not in the page.
  if (ofPath(path).length > 0) void know().then(() => show());
  const kept = () =>
    ofPath(path).filter(({ variantIds }) => variantId !== null && variantIds.includes(variantId));
  const thing = async () => {
    const goods = await know();
    const isGone = card.querySelector('[data-orderable="gone"]') !== null;
    const variantIds = variantId === null ? [] : [variantId];
    return (
      goods && {
        variantIds,
        options: {},
        productId: goods.productId,
        path,
        title: goods.title,
        isGone,
      }
    );
  };
  return { key, path, title, kept, thing, words: () => keepWords };
}

/** The product of the page, with what is chosen. */
function productPlace(product: HTMLElement): Place | null {
  const form = product.querySelector<HTMLFormElement>('keywright-options form');
  const [productId = ''] =
    product.querySelector<HTMLElement>('keywright-live')?.dataset['products']?.split(' ') ?? [];
  const row = product.querySelector<HTMLElement>('.standing');
  if (productId === '' || row === null) return null;
  const path = pagePath(location.pathname);
  const title = product.querySelector('h1')?.textContent ?? '';
  const key = newKey(true);
  row.classList.add(styles['spot'] ?? '');
  row.append(key);
  const inputs = [...(form?.querySelectorAll('input') ?? [])];
  const isSingle = inputs.length < 2;
  let choice: WishChoice = noChoice;
  const know = async () => {
    const answers = isSingle ? [] : await readAnswers();
    if (answers === null) return null;
    const { variants, options } = choiceOf(answers);
    choice = isSingle ? noChoice : { variantIds: variants.map(({ id }) => id), options };
    return choice;
  };
  const isAsFirst = () => inputs.every(({ checked, defaultChecked }) => checked === defaultChecked);
  const kept = () =>
    ofPath(path).filter(
      (wish) =>
        wishKey(wish) === wishKey({ ...choice, id: null, productId }) ||
        (!hasChoice(wish) && isAsFirst()),
    );
  const learn = () => {
    if (ofPath(path).length > 0) void know().then(show);
  };
  form?.addEventListener('change', learn);
  addEventListener('keywright:wishes', learn);
  learn();
  const thing = async () => {
    const chosen = await know();
    const isGone =
      product.querySelector('.line > input:checked ~ .cost [data-orderable="gone"]') !== null;
    return chosen && { ...chosen, productId, path, title, isGone };
  };
  const words = () => (ofPath(path).length > 0 ? 'Keep this choice' : keepWords);
  return { key, path, title, kept, thing, words };
}

const kinds = [
  ['[data-card]', cardPlace],
  ['[data-colorway]', editionPlace],
  ['.product', productPlace],
] as const;

const drawn = new WeakSet<Element>();
const places: Place[] = [];

function drawKeys(): void {
  for (const [selector, draw] of kinds) {
    for (const each of document.querySelectorAll<HTMLElement>(selector)) {
      const place = drawn.has(each) ? null : draw(each);
      drawn.add(each);
      if (place) places.push(place);
    }
  }
}

drawKeys();
const toast = element('div', { class: styles['toast'] ?? '', role: 'status' });
document.body.append(toast);

function show(): void {
  for (const place of places) {
    const isKept = place.kept().length > 0;
    sayOn(place, isKept ? 'Kept' : place.words(), isKept);
  }
}

const toastMs = 8_000;
let leaving: ReturnType<typeof setTimeout> | undefined;

function say(words: string, ...keys: readonly Node[]): void {
  clearTimeout(leaving);
  toast.replaceChildren(element('p', {}, [element('span', {}, [words]), ...keys]));
  const leave = () => {
    // None leaves while it is pointed at or holds the focus.
    if (toast.matches(':hover, :focus-within')) leaving = setTimeout(leave, toastMs / 4);
    else toast.replaceChildren();
  };
  leaving = setTimeout(leave, toastMs);
}

function undo(key: HTMLElement, act: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button' }, ['Undo']);
  button.addEventListener('click', () => {
    act();
    toast.replaceChildren();
    key.focus();
  });
  return button;
}

/** A second press before the first is done would undo what is not there yet. */
const pending = new Set<Place>();

async function press(place: Place): Promise<void> {
  if (pending.has(place)) return;
  pending.add(place);
  await toggle(place).finally(() => pending.delete(place));
}

async function toggle(place: Place): Promise<void> {
  const { key, title } = place;
  const kept = place.kept();
  if (kept.length > 0) {
    dropWishes(kept);
    return say(
      `${title} is no longer kept.`,
      undo(key, () => putBack(kept)),
    );
  }
  sayOn(place, 'Kept', true);
  const thing = await place.thing();
  if (thing === null) {
    show();
    return say('This didn’t load. Try again when you’re back online.');
  }
  if (!keepThing(thing)) {
    show();
    return say(
      'Your list is full. Remove something first.',
      element('a', { href: routes.wishes }, ['Your list']),
    );
  }
  show();
  say('Kept for later.', element('a', { href: routes.wishes }, ['Your list']));
}

document.addEventListener('click', ({ target }) => {
  const key = target instanceof Element && target.closest('[data-wish]');
  const place = places.find((each) => each.key === key);
  if (place) void press(place);
});
$wishes.subscribe(show);
addEventListener('keywright:more', () => {
  drawKeys();
  show();
});

/** Long enough for what another device keeps to be news. */
const freshMs = 300_000;

/** The account is told of each change, by the next page at the latest. */
function tellAccount(): void {
  const { userId, changes, askedAt } = readBox();
  const isFresh = userId !== null && changes.length === 0 && Date.now() - askedAt < freshMs;
  if (!isSessionKept() || isFresh) return;
  loadSoon(
    () => import('../store/saved-wishes.ts'),
    (code) => code.startSavedWishes(),
  );
}

addEventListener('keywright:wishes', tellAccount);
tellAccount();
