/**
 * The only place that knows whether the person at this screen works here, and as what. Desks show by
 * it; what may be read and written is decided by the database at every call.
 */
import { atom, computed, onMount } from 'nanostores';
import { myStaffRole, type StaffRole } from '#backend/staff.ts';
import { $session } from './session.ts';

export type DeskDoor =
  | { readonly status: 'unknown' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'outsider' }
  | { readonly status: 'staff'; readonly role: StaffRole }
  | { readonly status: 'failed'; readonly message: string };

export const $deskDoor = atom<DeskDoor>({ status: 'unknown' });

/** Null for everyone who does not work here, and until it is known. */
export const $staff = computed($deskDoor, (door) => (door.status === 'staff' ? door.role : null));

/** The first screen that shows it asks, and again whenever someone else is signed in. */
onMount($deskDoor, () => {
  let asked: string | null = null;
  return $session.subscribe((session) => {
    if (session.status === 'unknown') return;
    const userId = session.status === 'signed-in' ? session.userId : null;
    if (userId === null) $deskDoor.set({ status: 'signed-out' });
    else if (userId !== asked) void askRole();
    asked = userId;
  });
});

async function askRole(): Promise<void> {
  const role = await myStaffRole();
  if ($session.get().status !== 'signed-in') return;
  if (role.ok) {
    $deskDoor.set(
      role.value === null ? { status: 'outsider' } : { status: 'staff', role: role.value },
    );
  } else if (role.error.kind === 'signed_out') $deskDoor.set({ status: 'signed-out' });
  else if ($staff.get() === null) {
    $deskDoor.set({ status: 'failed', message: role.error.message });
  }
}

export async function retryStaff(): Promise<void> {
  $deskDoor.set({ status: 'unknown' });
  await askRole();
}

/** What any desk does when a call says that the right is gone. */
export function noticeLostRight(): void {
  void askRole();
}
