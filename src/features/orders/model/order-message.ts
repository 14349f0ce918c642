import { formatMoney } from '#shared/money.ts';
import { numberOrNull, textOf } from '#shared/parsed-fields.ts';
import type { Order, OrderEvent } from './order.ts';

/** The desk's preview and the mail itself fill it in alike. */
export interface MessageValues {
  readonly name: string;
  readonly number: string;
  readonly total: string;
}

export const messageWords: readonly (keyof MessageValues)[] = ['name', 'number', 'total'];

/** @example fillMessage('About {number}', values) // 'About KW-10001' */
export function fillMessage(text: string, values: MessageValues): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, word: string) => {
    const known = messageWords.find((each) => each === word);
    return known === undefined ? whole : values[known];
  });
}

/** @example messageParagraphs('Hello.\n\nIt is late.') // ['Hello.', 'It is late.'] */
export function messageParagraphs(text: string): readonly string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** What keeps a message from being sent, in a sentence; null when it may. */
export function messageProblem(subject: string, text: string): string | null {
  const unknown = [...`${subject} ${text}`.matchAll(/\{(\w*)\}/g)]
    .map(([, word]) => word ?? '')
    .find((word) => !messageWords.some((each) => each === word));
  if (unknown !== undefined) {
    const known = messageWords.map((word) => `{${word}}`).join(', ');
    return `Nothing is called {${unknown}}: there are ${known}.`;
  }
  if (subject.trim().length < 3) return 'A message needs a subject.';
  return text.trim().length < 10 ? 'A message needs a text.' : null;
}

/** What staff wrote to the customer, as the history of the order keeps it; empty for what is no message. */
export function messageOf(
  { kind, after = {} }: OrderEvent,
  order: Pick<Order, 'number' | 'address'>,
): readonly string[] {
  if (kind !== 'messaged') return [];
  const total = numberOrNull(after['total_minor']);
  const values = {
    name: order.address?.name ?? '…',
    number: order.number,
    total: total === null ? '…' : formatMoney(total, textOf(after['currency'])),
  };
  return messageParagraphs(fillMessage(textOf(after['text']), values));
}
