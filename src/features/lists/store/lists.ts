/**
 * The lists of a page and the places of the person who looks at it. Invariant: what is shown after an
 * action is what the shop answered, never what was hoped for.
 */
import { atom, map } from 'nanostores';
import type { Answer } from '#shared/backend/call-function.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import { fail } from '#shared/result.ts';
import type { ListPage } from '../api/list-pages.ts';
import type { ListOffer, ListPlace, ListPlaces, Wishes } from '../api/lists.ts';
import { addToCart } from '#features/cart/store/cart.ts';
import { $session, noticeSignedOut } from '#features/account/store/session.ts';

export type { ListChoice, ListPage, ListQuestion } from '../api/list-pages.ts';
export type { ListOffer, ListPlace, ListPlaces } from '../api/lists.ts';

export type Loaded<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'ready'; readonly value: Value };

export const $listPages = map<Readonly<Record<string, Loaded<ListPage>>>>({});
/** Null while nobody is signed in. */
export const $listPlaces = atom<Loaded<ListPlaces> | null>(null);

/** What it takes to ask comes when somebody asks: the panel is seen before that. */
async function late<Code, Value>(
  load: () => Promise<Code>,
  ask: (code: Code) => Answer<Value>,
): Answer<Value> {
  try {
    return await ask(await load());
  } catch (error) {
    return fail(toBackendError(error));
  }
}

const loadReading = () => import('../api/list-pages.ts');
const loadCalls = () => import('../api/lists.ts');

export async function readList(listId: string): Promise<void> {
  if ($listPages.get()[listId]?.status !== 'ready') {
    $listPages.setKey(listId, { status: 'loading' });
  }
  const read = await late(loadReading, (code) => code.readListPage(listId));
  if (read.ok) $listPages.setKey(listId, { status: 'ready', value: read.value });
  // What was read before still stands when a later look fails.
  else if ($listPages.get()[listId]?.status !== 'ready') {
    $listPages.setKey(listId, { status: 'failed', message: read.error.message });
  }
}

let asked = 0;

export async function readPlaces(): Promise<void> {
  asked += 1;
  const turn = asked;
  if ($listPlaces.get()?.status !== 'ready') $listPlaces.set({ status: 'loading' });
  const read = await late(loadCalls, (code) => code.myListPlaces());
  // A slow answer must not undo a newer one, nor speak for someone who has left.
  if (turn !== asked || $session.get().status !== 'signed-in') return;
  if (read.ok) $listPlaces.set({ status: 'ready', value: read.value });
  else if (read.error.kind === 'signed_out') noticeSignedOut();
  // As of a list: a later look that fails hides no place, and no offer that still holds.
  else if ($listPlaces.get()?.status !== 'ready') {
    $listPlaces.set({ status: 'failed', message: read.error.message });
  }
}

/** Whose the places are. */
let person: string | null = null;

$session.subscribe((session) => {
  const now = session.status === 'signed-in' ? session.userId : null;
  if (now !== person) $listPlaces.set(null);
  person = now;
  if (now !== null) void readPlaces();
});

const followMs = 60_000;

/** A list goes on while one looks at it: closed, drawn, one's turn. Asks only while the page is seen. */
export function followLists(): void {
  const ask = () => {
    if (document.visibilityState !== 'visible') return;
    for (const listId of Object.keys($listPages.get())) void readList(listId);
    if ($session.get().status === 'signed-in') void readPlaces();
  };
  setInterval(ask, followMs);
  document.addEventListener('visibilitychange', ask);
}

/** The person's place on a list, unless they left it. */
export function placeOn(places: Loaded<ListPlaces> | null, listId: string): ListPlace | null {
  if (places?.status !== 'ready') return null;
  return (
    places.value.places.find((place) => place.list_id === listId && place.withdrawn_at === null) ??
    null
  );
}

/** Null when it is done, otherwise a sentence for the person. */
type Outcome = Promise<string | null>;

function keepPlace(place: ListPlace): void {
  asked += 1;
  const known = $listPlaces.get();
  if (known?.status !== 'ready') return void readPlaces();
  const others = known.value.places.filter((other) => other.list_id !== place.list_id);
  $listPlaces.set({ status: 'ready', value: { ...known.value, places: [place, ...others] } });
}

function sentence(error: BackendError): string {
  if (error.kind === 'signed_out') noticeSignedOut();
  return error.message;
}

export async function enter(wishes: Wishes): Outcome {
  const entered = await late(loadCalls, (code) => code.enterList(wishes));
  if (!entered.ok) return sentence(entered.error);
  keepPlace(entered.value);
  void readList(wishes.listId);
  return null;
}

export async function leave(listId: string): Outcome {
  const left = await late(loadCalls, (code) => code.leaveList(listId));
  if (!left.ok) return sentence(left.error);
  keepPlace(left.value);
  void readList(listId);
  return null;
}

/** Takes an offer up: it lies in the cart afterwards, held for this person. */
export async function takeUp(offer: ListOffer, path: string | null): Outcome {
  const accepted = await late(loadCalls, (code) => code.acceptOffer(offer.id));
  if (!accepted.ok) {
    void readPlaces();
    return sentence(accepted.error);
  }
  addToCart(accepted.value, path);
  await readPlaces();
  return null;
}

export async function turnDown(offer: ListOffer): Outcome {
  const declined = await late(loadCalls, (code) => code.declineOffer(offer.id));
  await readPlaces();
  return declined.ok ? null : sentence(declined.error);
}
