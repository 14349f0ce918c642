/** The cart's drawer: what was just added, ready to be changed, above what was in the cart already. */
import { atom } from 'nanostores';
import { countPieces, lineKey, mostPieces, type KeptLine } from '../model/cart-line.ts';
import { lineFacts, type LineFacts } from '../model/goods.ts';
import { element } from '#ui/element.ts';
import { formatMoney } from '#shared/money.ts';
import { routes } from '#routes.ts';
import { $cartLines, removeLine, setQuantity } from '../store/cart.ts';
import { $designPictures, pictureOfDesign, wantDesignPicture } from '../store/design-pictures.ts';
import { $goods, wantGoods } from '../store/goods.ts';
import buttons from '#ui/styles/button.module.css';
import steppers from '#ui/styles/stepper.module.css';

/** What the shop says of the lines, by their keys: it comes behind, and may not come at all. */
export interface DrawerQuote {
  /** Null while the answer to these lines is under way. */
  readonly subtotal: string | null;
  /** Why there is none. */
  readonly failure: string | null;
  readonly lines: Readonly<Record<string, LineAnswer>>;
}

interface LineAnswer {
  readonly price: string | null;
  readonly problems: readonly string[];
}

const unasked: DrawerQuote = { subtotal: null, failure: null, lines: {} };
export const $drawerQuote = atom<DrawerQuote>(unasked);

const quiet = `${buttons['button']} ${buttons['quiet']} ${buttons['small']}`;

function keyOf(words: string, press: () => void): HTMLButtonElement {
  const key = element('button', { type: 'button', class: quiet }, [words]);
  key.addEventListener('click', press);
  return key;
}

interface Row {
  readonly node: HTMLElement;
  readonly show: (line: KeptLine) => void;
}

function describe(line: KeptLine): LineFacts | null {
  const known = $goods.get()[line.path ?? ''];
  const facts = known === undefined || known === 'missing' ? null : lineFacts(line, known);
  if (line.design_id !== null) wantDesignPicture(line.design_id);
  const picture = pictureOfDesign($designPictures.get(), line.design_id, facts?.picture ?? null);
  return facts && { ...facts, picture };
}

/** Something is written only where it is another: what a person is reading or pressing stays. */
function write(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}

/** The page may show the same picture in another size. */
function showPicture(picture: HTMLImageElement, src: string): void {
  const name = /\/\w+/.exec(src.replace('/pictures', ''))?.[0] ?? '';
  if (name !== '' && !picture.src.includes(name)) picture.src = src;
}

/** `before` is what the page has said of it already, which stands until more is known. */
function makeRow(isFresh: boolean, before: HTMLElement | undefined): Row {
  const picture = before?.querySelector('img') ?? element('img', { alt: '' });
  const textOf = (place: string) => before?.querySelector(place)?.textContent ?? '';
  const title = element('a');
  title.textContent = textOf('h3') || 'Loading the item';
  const variant = element('p', {}, [textOf('p')]);
  const choices = element('p', { 'data-soft': '' }, [textOf('[data-soft]')]);
  const ships = element('p', { 'data-soft': '' });
  const flaws = element('p', { 'data-soft': '' });
  const price = element('b', {}, [textOf('b')]);
  const problems = element('p', { 'data-problem': '', role: 'note' });
  const stepper = isFresh ? makeStepper() : null;
  const node = element('article', isFresh ? {} : { 'data-small': '' }, [
    picture,
    element('h3', {}, [title]),
    variant,
    choices,
    flaws,
    ships,
    price,
    problems,
    ...(stepper ? [stepper.node] : []),
  ]);
  return {
    node,
    show(line) {
      const facts = describe(line);
      const answer = $drawerQuote.get().lines[lineKey(line)];
      if (line.path !== null) title.href = line.path;
      if (facts !== null) {
        write(title, facts.title);
        write(variant, facts.variantTitle === facts.title ? '' : facts.variantTitle);
        write(choices, facts.choices.join(' · '));
        write(flaws, facts.flaws === '' ? '' : `Flaws: ${facts.flaws}`);
        if (isFresh) write(ships, facts.ships);
        showPicture(picture, facts.picture?.src ?? '');
      }
      const each = answer?.price ?? (facts && formatMoney(facts.priceMinor, facts.currency));
      if (each !== null) write(price, isFresh ? each : `${line.quantity} × ${each}`);
      write(problems, answer?.problems.join(' ') ?? '');
      stepper?.show(line);
    },
  };
}

function makeStepper(): Row {
  let line: KeptLine | null = null;
  const take = (quantity: number) => {
    if (line !== null && Number.isFinite(quantity)) setQuantity(line, quantity);
  };
  const fewer = element('button', { type: 'button', 'aria-label': 'One fewer' }, ['−']);
  const more = element('button', { type: 'button', 'aria-label': 'One more' }, ['+']);
  const most = String(mostPieces);
  const input = element('input', {
    type: 'number',
    inputmode: 'numeric',
    'aria-label': 'Quantity',
    min: '1',
    max: most,
  });
  fewer.addEventListener('click', () => take((line?.quantity ?? 1) - 1));
  more.addEventListener('click', () => take((line?.quantity ?? 1) + 1));
  input.addEventListener('change', () => take(input.valueAsNumber));
  const stepper = element(
    'fieldset',
    { class: steppers['stepper'] ?? '', 'aria-label': 'Quantity' },
    [fewer, input, more],
  );
  const remove = keyOf('Remove', () => line && removeLine(line));
  return {
    node: element('div', {}, [stepper, remove]),
    show(now) {
      line = now;
      fewer.disabled = now.quantity <= 1;
      more.disabled = now.quantity >= mostPieces;
      input.value = String(now.quantity);
    },
  };
}

/** The nodes in their order; what stands there already is not moved, so that it keeps the focus. */
function place(list: HTMLElement, nodes: readonly HTMLElement[]): void {
  const isSame =
    list.children.length === nodes.length && nodes.every((node, at) => list.children[at] === node);
  if (!isSame) list.replaceChildren(...nodes);
}

const addedWords = 'Added to your cart';
let stop: (() => void) | undefined;

/** Takes over a dialog that the page has opened and drawn. */
export function fillDrawer(dialog: HTMLDialogElement, added: readonly string[]): void {
  stop?.();
  // The page draws one line, whatever it holds.
  const drawn = added.length === 1 ? [...dialog.querySelectorAll('article')] : [];
  const rows = new Map<string, Row>();
  const fresh = element('ul');
  const also = element('h2', {}, ['Also in the cart']);
  const others = element('ul');
  const total = element('p', { role: 'status' });
  const toCart = element('a', { href: routes.cart, class: buttons['button'] ?? '' });
  const toCheckout = element(
    'a',
    { href: routes.checkout, class: `${buttons['button']} ${buttons['primary']}` },
    ['Checkout'],
  );
  const items = (lines: readonly KeptLine[], isFresh: boolean) =>
    lines.map((line) => {
      const key = `${isFresh} ${lineKey(line)}`;
      const row = rows.get(key) ?? makeRow(isFresh, isFresh ? drawn.shift() : undefined);
      rows.set(key, row);
      row.show(line);
      return (row.node.parentElement as HTMLElement | null) ?? element('li', {}, [row.node]);
    });
  const show = () => {
    const lines = $cartLines.get();
    wantGoods(lines.map(({ path }) => path));
    const isNew = (line: KeptLine) => added.includes(lineKey(line));
    const news = added.flatMap((key) => lines.find((line) => lineKey(line) === key) ?? []);
    const olds = lines.filter((line) => !isNew(line));
    write(title, news.length === 0 ? 'Your cart' : addedWords);
    place(fresh, items(news, true));
    place(others, items(olds, false));
    also.hidden = olds.length === 0;
    write(toCart, `Go to the cart (${countPieces(lines)})`);
    toCheckout.hidden = lines.length === 0;
    showTotal(total);
  };
  const title = element('h2', {}, [addedWords]);
  const close = element('button', { type: 'button', 'aria-label': 'Close' }, ['×']);
  close.addEventListener('click', () => dialog.close());
  dialog.ariaLabel = addedWords;
  dialog.setAttribute('closedby', 'any');
  dialog.replaceChildren(
    element('header', {}, [title, close]),
    element('div', {}, [fresh, also, others]),
    element('footer', {}, [
      total,
      keyOf('Keep shopping', () => dialog.close()),
      toCart,
      toCheckout,
    ]),
  );
  const stops = [$cartLines, $goods, $designPictures, $drawerQuote].map((store) =>
    store.subscribe(show),
  );
  stop = () => {
    for (const each of stops) each();
  };
  void askForQuote();
  const end = () => {
    stop?.();
    endQuote?.();
  };
  dialog.addEventListener('close', end, { once: true });
}

function showTotal(total: HTMLElement): void {
  const { subtotal, failure } = $drawerQuote.get();
  if (failure === null)
    write(total, subtotal === null ? 'Loading the subtotal' : `Subtotal ${subtotal}`);
  else if (!total.textContent?.includes(failure)) {
    total.replaceChildren(
      failure,
      keyOf('Try again', () => void askForQuote()),
    );
  }
}

let endQuote: (() => void) | undefined;

/** The code of the quote, and its answer, fill in behind. */
async function askForQuote(): Promise<void> {
  const { lines } = $drawerQuote.get();
  $drawerQuote.set({ ...unasked, lines });
  try {
    const code = await import('./drawer-quote.ts');
    endQuote?.();
    endQuote = code.followQuote((quote) => $drawerQuote.set(quote));
  } catch {
    $drawerQuote.set({ subtotal: null, failure: 'The shop can’t be reached right now.', lines });
  }
}
