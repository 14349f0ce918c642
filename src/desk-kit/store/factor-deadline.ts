import { computed } from 'nanostores';
import { myAccountState } from '#features/account/api/account-safety.ts';
import { createResource } from '#features/account/store/resource.ts';

const accountState = createResource(() => myAccountState(), { rereadsOnReturn: true });

/** Until when the desk opens without an authenticator app; null where nobody is told to add one. */
export const $factorDueAt = computed(accountState.$state, (state) =>
  state.status === 'ready' ? state.value.factor_due_at : null,
);
