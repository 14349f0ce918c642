/**
 * Every action gives null when it is done, and otherwise what to say; nothing that was typed is
 * touched.
 */
import {
  endSession,
  makeRecoveryCodes,
  myAccountState,
  mySessions,
  requestAccountDeletion,
  undoAccountDeletion,
} from '../api/account-safety.ts';
import {
  listAddresses,
  listCountryRules,
  makeDefaultAddress,
  removeAddress,
  saveAddress,
} from '../api/addresses.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import {
  changeEmail,
  changePhone,
  confirmPhone,
  readProfile,
  saveProfile,
  type Profile,
} from '../api/profile.ts';
import { addFactor, confirmFactor, listFactors, removeFactor } from '../api/second-factor.ts';
import { changePassword } from '../api/sign-in.ts';
import type { Address } from '#shared/address.ts';
import type { Result } from '#shared/result.ts';
import { toAuthFailure, type AuthFailure } from './auth-failure.ts';
import { linkTarget } from './auth-flow.ts';
import { openAuth } from './auth-modal.ts';
import { askForCodeAgain } from './code-again.ts';
import { createResource } from './resource.ts';
import { $session, noticeSignedOut, refreshPerson } from './session.ts';

export const profile = createResource((userId) => readProfile(userId));
export const addresses = createResource((userId) => listAddresses(userId));
export const countryRules = createResource(() => listCountryRules());
const safety = { rereadsOnReturn: true };
export const sessions = createResource(() => mySessions(), safety);
export const factors = createResource(() => listFactors(), safety);
export const accountState = createResource(() => myAccountState(), safety);

// Rights of colleagues and recovery codes are changed here too.
if ('window' in globalThis) askForCodeAgain();

type Done = Promise<AuthFailure | null>;

/** A session that was lost on the way is asked for again, over what was being done. */
export function settle(result: Result<unknown, BackendError>): AuthFailure | null {
  if (result.ok) return null;
  if (result.error.kind === 'signed_out') {
    noticeSignedOut();
    openAuth({ reason: 'session-lost' });
  }
  if (result.error.reason === 'second_factor') openAuth({ reason: 'second-factor' });
  return toAuthFailure(result.error);
}

function userId(): string {
  const session = $session.get();
  return session.status === 'signed-in' ? session.userId : '';
}

async function then(
  result: Result<unknown, BackendError>,
  reload: () => Promise<void>,
): Promise<AuthFailure | null> {
  if (result.ok) await reload();
  return settle(result);
}

export async function changeProfile(changes: Partial<Profile>): Done {
  return then(await saveProfile(userId(), changes), profile.reload);
}

type Labelled = Address & { readonly label: string };

/** A new address whose answer was lost: it may be in the book already. */
let unsure: string | null = null;

export async function keepAddress(address: Labelled, id: string | null): Done {
  const written = JSON.stringify(address);
  if (id === null && unsure === written) {
    await addresses.reload();
    const book = addresses.$state.get();
    if (book.status === 'failed') return book.failure;
    if (book.status === 'ready' && book.value.some((one) => isSame(one, address))) {
      unsure = null;
      return null;
    }
  }
  const saved = await saveAddress(address, id);
  const isKnown = saved.ok || saved.error.kind === 'refused';
  if (id === null) unsure = isKnown ? null : written;
  return then(saved, addresses.reload);
}

function isSame(one: Labelled, other: Labelled): boolean {
  const bare = ({ name, line1, line2, city, region, postcode, country, phone, label }: Labelled) =>
    [name, line1, line2, city, region, postcode, country, phone, label].map((text) => text.trim());
  return bare(one).join('\n') === bare(other).join('\n');
}

export async function preferAddress(id: string): Done {
  return then(await makeDefaultAddress(userId(), id), addresses.reload);
}

export async function dropAddress(id: string): Done {
  return then(await removeAddress(id), addresses.reload);
}

export async function askForNewEmail(email: string): Done {
  return settle(await changeEmail(email, linkTarget('email-change')));
}

export async function askForNewPhone(phone: string): Done {
  return settle(await changePhone(phone));
}

export async function proveNewPhone(phone: string, code: string): Done {
  return then(await confirmPhone(phone, code), refreshPerson);
}

export async function replacePassword(password: string): Done {
  return settle(await changePassword(password));
}

export async function leaveOther(sessionId: string): Done {
  return then(await endSession(sessionId), sessions.reload);
}

export async function leaveAllOthers(): Done {
  return then(await endSession(null), sessions.reload);
}

export async function beginFactor() {
  const result = await addFactor(`App of ${new Date().toISOString().slice(0, 16)}`);
  return result.ok
    ? { factor: result.value, failure: null }
    : { factor: null, failure: settle(result) };
}

export async function finishFactor(factorId: string, code: string): Done {
  return then(await confirmFactor(factorId, code), reloadSafety);
}

export async function dropFactor(factorId: string): Done {
  return then(await removeFactor(factorId), reloadSafety);
}

async function reloadSafety(): Promise<void> {
  await refreshPerson();
  await Promise.all([factors.reload(), accountState.reload(), sessions.reload()]);
}

export async function newRecoveryCodes() {
  const result = await makeRecoveryCodes();
  if (!result.ok) return { codes: null, failure: settle(result) };
  await accountState.reload();
  return { codes: result.value, failure: null };
}

export async function startDeletion(): Done {
  return then(await requestAccountDeletion(), accountState.reload);
}

export async function takeDeletionBack(): Done {
  return then(await undoAccountDeletion(null), accountState.reload);
}

/** By the secret of the mail, without signing in. False where nothing was to be taken back. */
export async function takeDeletionBackByMail(token: string) {
  const result = await undoAccountDeletion(token);
  return result.ok
    ? { isUndone: result.value, failure: null }
    : { isUndone: false, failure: toAuthFailure(result.error) };
}
