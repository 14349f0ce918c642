/**
 * What it decided arrives as a signed delivery at the same function that takes a real provider's.
 * Invariant: nothing here touches an order's money by itself.
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { LocalContext, LocalSettings, ServiceModule } from './context.ts';
import { escapeHtml, localPage } from './local-page.ts';
import { readText } from './request-body.ts';
import { isSameSecret } from './same-secret.ts';

const mostFormBytes = 10_000;

/** Only this machine's functions are given it, so no other shop believes these deliveries. */
export function demoPaymentSecret(settings: LocalSettings): string {
  return createHmac('sha256', settings.jwtSecret).update('demo payments').digest('hex');
}

export function demoPaymentUrl(settings: LocalSettings): string {
  return `${settings.apiUrl}/_local/pay`;
}

const facts = ['attempt', 'order', 'number', 'amount', 'currency', 'return'] as const;

/** Signed by the function that recorded the attempt, so an order's id alone moves nothing. */
function isSigned(fields: URLSearchParams, settings: LocalSettings): boolean {
  const signed = new URLSearchParams(facts.map((name) => [name, fields.get(name) ?? '']));
  const expected = createHmac('sha256', demoPaymentSecret(settings)).update(String(signed));
  return isSameSecret(fields.get('signature') ?? '', expected.digest('hex'));
}

interface Asked {
  readonly order: string;
  readonly number: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly returnUrl: string;
}

function readAsked(fields: URLSearchParams, settings: LocalSettings): Asked | null {
  if (!isSigned(fields, settings)) return null;
  const asked = {
    order: fields.get('order') ?? '',
    number: fields.get('number') ?? '',
    amountMinor: Number(fields.get('amount')),
    currency: fields.get('currency') ?? '',
    returnUrl: fields.get('return') ?? '',
  };
  const isWhole = Number.isSafeInteger(asked.amountMinor) && /^[A-Z]{3}$/.test(asked.currency);
  return isWhole && asked.returnUrl.startsWith(`${settings.siteUrl}/`) ? asked : null;
}

const choices = {
  pay: 'Pay',
  decline: 'Decline',
  late: 'Pay after the deadline',
  twice: 'Pay twice',
} as const;
type Choice = keyof typeof choices;

function showAsked(asked: Asked, sent: URLSearchParams, context: LocalContext): Response {
  const format = new Intl.NumberFormat('en-IE', { style: 'currency', currency: asked.currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const amount = format.format(asked.amountMinor / 10 ** digits);
  const fields = [...facts, 'signature']
    .map(
      (name) => `<input type="hidden" name="${name}" value="${escapeHtml(sent.get(name) ?? '')}">`,
    )
    .join('');
  const buttons = Object.entries(choices)
    .map(([value, label]) => `<button name="choice" value="${value}">${label}</button>`)
    .join('\n');
  return localPage({
    title: `Pay ${amount}`,
    formTarget: context.settings.siteUrl,
    body: `<h1>Pay ${escapeHtml(amount)}</h1>
<p>Order ${escapeHtml(asked.number)}. This page stands in for a payment provider. No money moves. Your choice reaches the shop as a signed message.</p>
<form method="post">${fields}<div class="bar">${buttons}</div></form>`,
  });
}

async function deliver(
  asked: Asked,
  kind: string,
  context: LocalContext,
  functions: ServiceModule,
) {
  const { order, amountMinor, currency } = asked;
  const body = JSON.stringify({ id: randomUUID(), kind, order, amount: amountMinor, currency });
  const signature = createHmac('sha256', demoPaymentSecret(context.settings)).update(body);
  const response = await functions.handle(
    new Request(`${context.settings.apiUrl}/functions/v1/payment-webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-demo-signature': signature.digest('hex') },
      body,
    }),
  );
  if (!response.ok) throw new Error(`The shop answered ${response.status}`);
}

async function carryOut(
  choice: Choice,
  asked: Asked,
  context: LocalContext,
  functions: ServiceModule,
) {
  if (choice === 'decline') return deliver(asked, 'failed', context, functions);
  if (choice === 'late') {
    await context.sql`update public.order_records set pay_by = now() - interval '1 minute'
      where id = ${asked.order} and status = 'awaiting_payment'`;
    await context.sql`select private.expire_due_orders()`;
  }
  await deliver(asked, 'paid', context, functions);
  if (choice === 'twice') await deliver(asked, 'paid', context, functions);
}

export async function handleDemoPayment(
  request: Request,
  context: LocalContext,
  functions: ServiceModule,
): Promise<Response> {
  const isSent = request.method === 'POST';
  const fields = isSent
    ? new URLSearchParams(await readText(request, mostFormBytes))
    : new URL(request.url).searchParams;
  const asked = readAsked(fields, context.settings);
  if (asked === null) {
    const body = '<h1>Nothing to pay</h1><p>Open this page from an order.</p>';
    return localPage({ title: 'Nothing to pay', body, status: 400 });
  }
  if (!isSent) return showAsked(asked, fields, context);
  const choice = fields.get('choice') ?? '';
  if (!Object.hasOwn(choices, choice)) return showAsked(asked, fields, context);
  await carryOut(choice as Choice, asked, context, functions);
  const outcome = choice === 'decline' ? 'cancelled' : 'done';
  const location = `${asked.returnUrl}&payment=${outcome}`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
