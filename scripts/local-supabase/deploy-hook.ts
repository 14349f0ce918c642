/** As hosts of sites make them: the address holds a secret, and a POST to it starts a build. */
import { createHmac } from 'node:crypto';
import type { LocalSettings } from './context.ts';
import { jsonResponse } from './http-answers.ts';
import { isSameSecret } from './same-secret.ts';

function hookSecret({ jwtSecret }: LocalSettings): string {
  return createHmac('sha256', jwtSecret).update('deploy hook').digest('hex');
}

/** Only this machine's functions are given it, so no page that a developer opens starts a build. */
export function deployHookUrl(settings: LocalSettings): string {
  return `${settings.apiUrl}/_local/publish?secret=${hookSecret(settings)}`;
}

export function answerDeployHook(
  request: Request,
  settings: LocalSettings,
  onPublish: (() => void) | undefined,
): Response {
  const given = new URL(request.url).searchParams.get('secret') ?? '';
  if (!isSameSecret(given, hookSecret(settings)))
    return jsonResponse(404, { message: 'No such hook' });
  if (request.method !== 'POST') return jsonResponse(405, { message: 'POST starts a build' });
  onPublish?.();
  return jsonResponse(202, {});
}
