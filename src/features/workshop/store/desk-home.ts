import { createResource } from '#features/account/store/resource.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';
import { succeed } from '#shared/result.ts';
import { deskHome } from '../api/desk-home.ts';
import { toDeskHome } from '../model/desk-home.ts';

/** Read again whenever somebody comes back to it. */
export const home = createResource(
  async () => {
    const read = await deskHome();
    if (read.ok) return succeed(toDeskHome(read.value));
    askedAgain(read.error);
    return read;
  },
  { rereadsOnReturn: true },
);
