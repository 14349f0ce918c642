/** Desks show by it; what may be read and written is decided by the database at every call. */
import { atom, computed, onMount } from 'nanostores';
import { hearAnswers } from '#shared/backend/answered-calls.ts';
import { myStaffRole, type StaffRole } from '../api/staff.ts';
import { forgetAllDrafts } from './desk-drafts.ts';
import { keepStaff } from './kept-staff.ts';
import { askForCodeAgain } from '#features/account/store/code-again.ts';
import { $session, noticeSignedOut } from '#features/account/store/session.ts';

export type DeskDoor =
  | { readonly status: 'unknown' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'outsider' }
  /** They may work here once the code of their account is given. */
  | { readonly status: 'second-factor' }
  /** They may work here once they have an authenticator app. */
  | { readonly status: 'factor-missing' }
  | { readonly status: 'staff'; readonly role: StaffRole }
  | { readonly status: 'failed'; readonly message: string };

export const $deskDoor = atom<DeskDoor>({ status: 'unknown' });

/** Null for everyone who does not work here, and until it is known. */
export const $staff = computed($deskDoor, (door) => (door.status === 'staff' ? door.role : null));

/** After an answer of the backend the role is at most so old: a right may have been taken before it. */
const freshMs = 1_000;
let askedAt = 0;
let asks = 0;
let due: ReturnType<typeof setTimeout> | undefined;

/** Most answers to someone without the right are no refusals: rows are missing, or masked. */
function noticeAnswer(wasRefused: boolean): void {
  if ($staff.get() === null || (due !== undefined && !wasRefused)) return;
  clearTimeout(due);
  const waitMs = wasRefused ? 0 : Math.max(0, askedAt + freshMs - Date.now());
  due = setTimeout(() => void askRole(), waitMs);
}

/** The first screen that shows it asks, again whenever someone else is signed in, and while they work. */
onMount($deskDoor, () => {
  let asked: string | null = null;
  const leave = $session.subscribe((session) => {
    if (session.status === 'unknown') return;
    // The code makes another session of the same account, with other rights.
    const who =
      session.status === 'signed-in'
        ? `${session.userId} ${session.isSecondFactorDue} ${session.hasSecondFactor}`
        : null;
    if (who === null) $deskDoor.set({ status: 'signed-out' });
    else if (who !== asked) void askRole();
    asked = who;
  });
  const stopHearing = hearAnswers(noticeAnswer);
  const stopAsking = askForCodeAgain();
  return () => {
    leave();
    stopHearing();
    stopAsking();
    clearTimeout(due);
    due = undefined;
  };
});

async function askRole(): Promise<void> {
  due = undefined;
  askedAt = Date.now();
  const turn = (asks += 1);
  const role = await myStaffRole();
  if (turn !== asks || $session.get().status !== 'signed-in') return;
  if (role.ok) admit(role.value);
  else if (role.error.kind === 'signed_out') noticeSignedOut();
  else if (role.error.reason === 'second_factor') $deskDoor.set({ status: 'second-factor' });
  else if (role.error.reason === 'second_factor_missing')
    $deskDoor.set({ status: 'factor-missing' });
  else if ($staff.get() === null) {
    $deskDoor.set({ status: 'failed', message: role.error.message });
  }
}

function admit(role: StaffRole | null): void {
  // What was being written of a product has costs in it that nobody else may read.
  if (role !== 'owner' && role !== 'editor') forgetAllDrafts();
  const session = $session.get();
  keepStaff(role !== null && session.status === 'signed-in' ? session.userId : null);
  if (role === null) $deskDoor.set({ status: 'outsider' });
  else if (role !== $staff.get()) $deskDoor.set({ status: 'staff', role });
}

export async function retryStaff(): Promise<void> {
  $deskDoor.set({ status: 'unknown' });
  await askRole();
}

/** What any desk does when rows that were there are missing: no answer tells more. */
export function noticeLostRight(): void {
  void askRole();
}
