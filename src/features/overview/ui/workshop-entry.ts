import { $keptStaff } from '#desk-kit/store/kept-staff.ts';
import { $session } from '#features/account/store/session.ts';

/** The account's way to the workshop, for whom this browser knows as staff: nobody is asked about it here. */
function show(): void {
  const entry = document.querySelector<HTMLElement>('[data-workshop-entry]');
  const session = $session.get();
  if (entry) entry.hidden = session.status !== 'signed-in' || session.userId !== $keptStaff.get();
}

$session.subscribe(show);
$keptStaff.subscribe(show);
