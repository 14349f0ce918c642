/**
 * The only place that knows whether the person at this screen works here, and as what. Desks show by
 * it; what may be read and written is decided by the database at every call.
 */
import { atom, computed, onMount } from 'nanostores';
import { getBackend } from '#backend/client.ts';
import { myStaffRole, type StaffRole } from '#backend/staff.ts';

export type DeskDoor =
  | { readonly status: 'unknown' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'outsider' }
  | { readonly status: 'staff'; readonly role: StaffRole }
  | { readonly status: 'failed'; readonly message: string };

export const $deskDoor = atom<DeskDoor>({ status: 'unknown' });

/** Null for everyone who does not work here, and until it is known. */
export const $staff = computed($deskDoor, (door) => (door.status === 'staff' ? door.role : null));

let isWatching = false;

// The first screen that shows it asks; pages without a desk never do.
onMount($deskDoor, () => void startStaff());

/** Asks once, and again whenever someone signs in or out. */
async function startStaff(): Promise<void> {
  if (isWatching) return;
  isWatching = true;
  try {
    const { auth } = await getBackend();
    // The library must not be asked anything from inside its own notice.
    auth.onAuthStateChange((_event, session) => {
      setTimeout(() => void askRole(session !== null), 0);
    });
  } catch {
    isWatching = false;
    $deskDoor.set({ status: 'failed', message: 'The shop can’t be reached right now.' });
  }
}

async function askRole(isSignedIn: boolean): Promise<void> {
  if (!isSignedIn) {
    $deskDoor.set({ status: 'signed-out' });
    return;
  }
  const asked = await myStaffRole();
  if (asked.ok) {
    $deskDoor.set(
      asked.value === null ? { status: 'outsider' } : { status: 'staff', role: asked.value },
    );
  } else if (asked.error.kind === 'signed_out') $deskDoor.set({ status: 'signed-out' });
  else if ($staff.get() === null) {
    $deskDoor.set({ status: 'failed', message: asked.error.message });
  }
}

export async function retryStaff(): Promise<void> {
  $deskDoor.set({ status: 'unknown' });
  if (!isWatching) return startStaff();
  const { auth } = await getBackend();
  const { data } = await auth.getSession();
  await askRole(data.session !== null);
}

/** What any desk does when a call says that the right is gone. */
export function noticeLostRight(): void {
  void askRole(true);
}
