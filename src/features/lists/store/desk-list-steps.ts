/** Invariant: whoever is refused sees what is not as they saw it, beside what they wanted. */
import { startGroupBuy } from '#features/batches/api/batches.ts';
import { deleteDeskRows, insertDeskRow } from '#desk-kit/api/desk-rows.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import { banEntrant } from '../api/list-desk.ts';
import {
  drawList,
  extendOffer,
  finishList,
  freezeList,
  offerNext,
  openList,
  reinstateEntry,
  revokeOffer,
  type BeaconRound,
} from '../api/lists.ts';
import type { GroupBuyPlan } from '#features/batches/model/batch-desk.ts';
import { momentWords } from '#shared/date-words.ts';
import {
  askedAgainWords,
  changesOfList,
  entryKey,
  freeWords,
  keptOffWords,
  offerKey,
  takenBackWords,
  type WantedStep,
} from '../model/list-changes.ts';
import type { Result } from '#shared/result.ts';
import type { Entry, Offer } from '../model/list-desk.ts';
import {
  $openList,
  showList,
  type ChoiceRow,
  type OpenList,
  type VariantRow,
} from './desk-lists.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

type Opened = Extract<OpenList, { readonly status: 'open' }>;

interface Step {
  readonly run: (open: Opened) => Promise<Result<unknown, BackendError>>;
  readonly done: string;
  readonly wanted: WantedStep;
}

async function take({ run, done, wanted }: Step): Promise<void> {
  const seen = $openList.get();
  if (seen.status !== 'open' || seen.isBusy) return;
  $openList.set({ ...seen, isBusy: true, message: null, refusal: null });
  const outcome = await run(seen);
  await showList(seen.list.id, outcome.ok ? done : null);
  const now = $openList.get();
  if (outcome.ok || now.status !== 'open') return;
  const message = askedAgain(outcome.error);
  $openList.set({ ...now, refusal: { message, changes: changesOfList(seen, now, wanted) } });
}

const toStatus = (words: string): WantedStep => ({ key: 'status', words });

export const addChoice = (variant: VariantRow, editions: number | null) =>
  take({
    run: ({ list, choices }) => {
      const row = { list_id: list.id, variant_id: variant.id, editions, position: choices.length };
      return insertDeskRow('list_choices', row);
    },
    done: 'Choice added.',
    wanted: { key: 'choices', words: `with ${variant.values.title}` },
  });
export const dropChoice = (choice: ChoiceRow) =>
  take({
    run: () => deleteDeskRows('list_choices', [{ column: 'id', operator: 'eq', value: choice.id }]),
    done: 'Choice removed.',
    wanted: { key: 'choices', words: `without ${choice.values.variant.title}` },
  });

export const openThisList = () =>
  take({
    run: ({ list }) => openList(list.id, list.version),
    done: 'The list is open.',
    wanted: toStatus('open'),
  });
export const freezeThisList = () =>
  take({
    run: ({ list }) => freezeList(list.id),
    done: 'The entries are frozen and their hash is published.',
    wanted: toStatus('frozen'),
  });
export const drawThisList = (round: BeaconRound) =>
  take({
    run: ({ list }) => drawList(list.id, round),
    done: 'The list is drawn.',
    wanted: toStatus('drawn'),
  });
export const finishThisList = () =>
  take({
    run: ({ list }) => finishList(list.id),
    done: 'The list is finished.',
    wanted: toStatus('finished'),
  });

export const offerToNext = (count: number, hours: number | null) =>
  take({
    run: ({ list }) => offerNext(list.id, { count, hours, round: list.values.offer_round }),
    done: 'Offers sent.',
    wanted: { key: 'released', words: `${count} more` },
  });
export const takeBackOffer = (offer: Offer, reason: string) =>
  take({
    run: () => revokeOffer(offer.id, { expiresAt: offer.expires_at, reason }),
    done: 'Offer withdrawn.',
    wanted: { key: offerKey(offer), words: takenBackWords(reason) },
  });
export const extendThisOffer = (offer: Offer, until: string, reason: string) =>
  take({
    run: () => extendOffer(offer.id, { until, reason }),
    done: 'Offer extended.',
    wanted: { key: offerKey(offer), words: `holds until ${momentWords(until)}` },
  });
export const reinstateThisEntry = (offer: Offer, reason: string) =>
  take({
    run: () => reinstateEntry(offer.entry_id, reason),
    done: 'This entry can get another offer.',
    wanted: { key: offerKey(offer), words: askedAgainWords },
  });

export const keepOff = (entry: Entry, note: string) =>
  take({
    run: () => banEntrant(entry.entry_id, { until: null, note, seenNote: entry.ban_note }),
    done: 'This person is banned from lists.',
    wanted: { key: entryKey(entry), words: keptOffWords(note) },
  });
export const letBackOn = (entry: Entry, note: string) =>
  take({
    run: () => {
      const until = new Date(0).toISOString();
      return banEntrant(entry.entry_id, { until, note, seenNote: entry.ban_note });
    },
    done: 'This person can enter lists again.',
    wanted: { key: entryKey(entry), words: freeWords },
  });

/** Null when it is done. The check ends with it, and its voters are told. */
export async function startThisGroupBuy(
  plan: Omit<GroupBuyPlan, 'listId'>,
): Promise<string | null> {
  const open = $openList.get();
  if (open.status !== 'open') return null;
  const told = await startGroupBuy({ ...plan, listId: open.list.id });
  if (!told.ok) return askedAgain(told.error);
  await showList(
    open.list.id,
    `It is now a group buy, and ${told.value} voters have been e-mailed.`,
  );
  return null;
}
