import { fieldsOf, listOf, oneOf, textOf } from '#shared/parsed-fields.ts';
import { paymentName } from './payment-providers.ts';

export type KeyState = 'not_needed' | 'missing' | 'test' | 'live';
const keyStates: readonly KeyState[] = ['not_needed', 'missing', 'test', 'live'];

/** A payment method as its owner sets it. */
export interface MethodSettings {
  readonly code: string;
  readonly title: string;
  readonly note: string;
  readonly isOffered: boolean;
  readonly position: number;
  readonly keys: KeyState;
}

/** What the functions say of a provider; the keys themselves stay with them. */
export interface ProviderSettings {
  readonly code: string;
  readonly keys: readonly { readonly name: string; readonly isSet: boolean }[];
  readonly canTry: boolean;
}

export interface ConnectionAnswer {
  readonly isWell: boolean;
  readonly says: string;
}

export interface ProviderAnswer {
  readonly webhookUrl: string;
  readonly providers: readonly ProviderSettings[];
  readonly connection: ConnectionAnswer | null;
}

export const methodSettings = ({
  is_offered: isOffered,
  keys,
  ...method
}: Omit<MethodSettings, 'isOffered' | 'keys'> & {
  readonly is_offered: boolean;
  readonly keys: string | null;
}): MethodSettings => ({ ...method, isOffered, keys: oneOf(keys, keyStates) ?? 'missing' });

function parseConnection(value: unknown): ConnectionAnswer | null {
  const fields = fieldsOf(value);
  return fields && { isWell: fields['isWell'] === true, says: textOf(fields['says']) };
}

export function parseProviderAnswer(value: unknown): ProviderAnswer | null {
  const fields = fieldsOf(value);
  if (fields === null || !Array.isArray(fields['providers'])) return null;
  return {
    webhookUrl: textOf(fields['webhook_url']),
    connection: parseConnection(fields['connection']),
    providers: listOf(fields['providers'], (provider) => ({
      code: textOf(provider['code']),
      canTry: provider['canTry'] === true,
      keys: listOf(provider['keys'], (key) => ({
        name: textOf(key['name']),
        isSet: key['isSet'] === true,
      })),
    })),
  };
}

export const keyWords: { readonly [state in KeyState]: string | null } = {
  not_needed: null,
  missing: 'Keys missing',
  test: 'Test mode',
  live: 'Live',
};

/** By field, what can't be saved as it is. */
export function methodFaults({
  title,
  note,
  position,
}: MethodSettings): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  if (title.trim().length < 2 || title.length > 80) faults['title'] = 'Enter 2 to 80 characters.';
  if (note.length > 300) faults['note'] = 'Enter up to 300 characters.';
  if (!Number.isInteger(position) || Math.abs(position) > 1000)
    faults['position'] = 'Enter a whole number up to 1000.';
  return faults;
}

/** Why a method can't be switched on; null where it can. */
export const whyNotOffered = ({ code, keys }: MethodSettings): string | null =>
  keys === 'missing' ? `Set the keys of ${paymentName(code)} first.` : null;
