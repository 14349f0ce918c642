import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { Webhook, WebhookDraft } from '../model/webhook.ts';

export const listWebhooks = (parts: CallParts = {}): Answer<readonly Webhook[]> =>
  callFunction('list_webhooks', {}, parts);

export const saveWebhook = (
  { id, name, url, tells, isActive }: WebhookDraft,
  parts: CallParts = {},
): Answer<Webhook & { readonly secret: string | null }> =>
  callFunction(
    'save_webhook',
    {
      p_name: name,
      p_url: url,
      p_tells: [...tells],
      p_is_active: isActive,
      ...(id === null ? {} : { p_webhook: id }),
    },
    parts,
  );

export const removeWebhook = (id: string, parts: CallParts = {}): Answer<boolean> =>
  callFunction('remove_webhook', { p_webhook: id }, parts);

export const testWebhook = (id: string, parts: CallParts = {}): Answer<Webhook> =>
  callFunction('test_webhook', { p_webhook: id }, parts);
