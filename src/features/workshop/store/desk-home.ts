import { computed, onMount } from 'nanostores';
import { createResource } from '#features/account/store/resource.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';
import { hearAnswers } from '#shared/backend/answered-calls.ts';
import { succeed } from '#shared/result.ts';
import { deskHome } from '../api/desk-home.ts';
import { toDeskHome } from '../model/desk-home.ts';

/** One reading for the home and the navigation's counts. */
export const home = createResource(async () => {
  const read = await deskHome();
  if (read.ok) return succeed(toDeskHome(read.value));
  askedAgain(read.error);
  return read;
});

/** What happens at once, such as a hundred rows that are moved one after the other, is read once. */
const settledMs = 800;

/** Read again when somebody turns to the page, and after whatever they change on it. */
onMount(home.$state, () => {
  let due: ReturnType<typeof setTimeout> | undefined;
  const rereadSoon = () => {
    clearTimeout(due);
    due = setTimeout(home.reread, settledMs);
  };
  const stopHearing = hearAnswers((_, mayHaveChanged) => mayHaveChanged && rereadSoon());
  document.addEventListener('visibilitychange', rereadSoon);
  // A window beside another one is seen all the time.
  addEventListener('focus', rereadSoon);
  return () => {
    clearTimeout(due);
    stopHearing();
    document.removeEventListener('visibilitychange', rereadSoon);
    removeEventListener('focus', rereadSoon);
  };
});

/** How many of each thing wait; empty until that is known. */
export const $counts = computed(home.$state, (state) =>
  state.status === 'ready' ? state.value.counts : {},
);
