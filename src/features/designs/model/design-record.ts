/** What staff read of a public design before they decide about it. */
import {
  fieldsOf,
  listOf,
  numberOf,
  textOf,
  textOrNull,
  type Fields,
} from '#shared/parsed-fields.ts';
import { parseDesign } from './design-json.ts';
import type { Design } from './design.ts';

/** Who made or reported it: `person` is null for guests, and for staff who may open no customers. */
export interface DesignPerson {
  readonly hasAccount: boolean;
  readonly person: { readonly id: string; readonly name: string } | null;
}

export interface DesignReport extends DesignPerson {
  readonly id: string;
  readonly reason: string;
  readonly reportedAt: string;
  readonly answeredAt: string | null;
}

export interface DesignDecision {
  readonly id: number;
  readonly at: string;
  readonly reason: string;
  readonly kind: 'hidden' | 'shown' | 'kept';
  readonly who: string;
}

export interface DesignRecord {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** Null where it can't be drawn. */
  readonly design: Design | null;
  /** The name of a layout of ours, or own. */
  readonly layout: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly hiddenAt: string | null;
  readonly likeCount: number;
  /** Whether an order has it: that stays as it is, hidden or not. */
  readonly isUsed: boolean;
  readonly maker: DesignPerson;
  readonly reports: readonly DesignReport[];
  readonly history: readonly DesignDecision[];
}

function parsePerson(hasAccount: unknown, value: unknown): DesignPerson {
  const fields = fieldsOf(value);
  const id = textOf(fields?.['id']);
  return {
    hasAccount: hasAccount === true,
    person: id === '' ? null : { id, name: textOf(fields?.['name']) },
  };
}

const parseReport = (fields: Fields): DesignReport => ({
  ...parsePerson(fields['has_account'], fields['reporter']),
  id: textOf(fields['id']),
  reason: textOf(fields['reason']),
  reportedAt: textOf(fields['reported_at']),
  answeredAt: textOrNull(fields['answered_at']),
});

function kindOf(fields: Fields): DesignDecision['kind'] {
  const isHidden = fields['is_hidden'] === true;
  if (isHidden === (fields['was_hidden'] === true)) return isHidden ? 'hidden' : 'kept';
  return isHidden ? 'hidden' : 'shown';
}

const parseDecision = (fields: Fields): DesignDecision => ({
  id: numberOf(fields['id']),
  at: textOf(fields['at']),
  reason: textOf(fields['reason']),
  kind: kindOf(fields),
  who:
    fields['is_own'] === true
      ? 'you'
      : (textOrNull(fields['email']) ?? textOrNull(fields['role']) ?? 'former staff'),
});

export function parseDesignRecord(data: unknown): DesignRecord | null {
  const fields = fieldsOf(data);
  if (fields === null || textOf(fields['id']) === '') return null;
  const design = parseDesign(fields['design']);
  return {
    id: textOf(fields['id']),
    code: textOf(fields['code']),
    name: textOf(fields['name']),
    design: design.ok ? design.value : null,
    layout: textOf(fields['layout']),
    createdAt: textOf(fields['created_at']),
    updatedAt: textOf(fields['updated_at']),
    hiddenAt: textOrNull(fields['hidden_at']),
    likeCount: numberOf(fields['like_count']),
    isUsed: fields['is_used'] === true,
    maker: parsePerson(fields['has_account'], fields['maker']),
    reports: listOf(fields['reports'], parseReport),
    history: listOf(fields['history'], parseDecision),
  };
}

/** @example personWords({ hasAccount: false, person: null }) // 'Guest' */
export const personWords = ({ hasAccount, person }: DesignPerson): string =>
  hasAccount ? person?.name || 'Account' : 'Guest';
