import { askedAgain } from '#desk-kit/store/desk-refusal.ts';
import { createResource } from '#features/account/store/resource.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import type { Result } from '#shared/result.ts';
import { listWebhooks, removeWebhook, saveWebhook, testWebhook } from '../api/webhooks.ts';
import type { WebhookDraft } from '../model/webhook.ts';

export const webhooks = createResource(() => listWebhooks(), { rereadsOnReturn: true });

async function done(answer: Promise<Result<unknown, BackendError>>): Promise<string | null> {
  const result = await answer;
  if (!result.ok) return askedAgain(result.error);
  await webhooks.reload(true);
  return null;
}

export type SavingOutcome =
  | { readonly problem: string }
  /** What signs, where it was made now. */
  | { readonly problem: null; readonly secret: string | null };

export async function keepWebhook(draft: WebhookDraft): Promise<SavingOutcome> {
  const saved = await saveWebhook(draft);
  if (!saved.ok) return { problem: askedAgain(saved.error) };
  await webhooks.reload(true);
  return { problem: null, secret: saved.value.secret };
}

/** Null, or why it was not. */
export const dropWebhook = (id: string): Promise<string | null> => done(removeWebhook(id));
export const sendTest = (id: string): Promise<string | null> => done(testWebhook(id));
