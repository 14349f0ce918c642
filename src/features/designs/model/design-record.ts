/** What staff read of a shared design before they decide about it. */
import type { Given } from '#shared/backend/given.ts';
import { parseDesign } from './design-json.ts';
import type { Design } from './design.ts';

type Told = Given<'design_record'>;
export type DesignDecision = Told['history'][number];

export interface DesignRecord extends Omit<Told, 'design'> {
  /** Null where it can't be drawn. */
  readonly design: Design | null;
}

/** Who made or reported it: `person` is null for guests, and for staff who may open no customers. */
export interface DesignPerson {
  readonly hasAccount: boolean;
  readonly person: { readonly id: string; readonly name: string } | null;
}

export function recordOf(told: Told): DesignRecord {
  const design = parseDesign(told.design);
  return { ...told, design: design.ok ? design.value : null };
}

/** @example decisionWords({ is_hidden: false, was_hidden: true }) // 'Shown again' */
export function decisionWords({
  is_hidden: isHidden,
  was_hidden: wasHidden,
}: Pick<DesignDecision, 'is_hidden' | 'was_hidden'>): string {
  if (isHidden) return 'Hidden';
  return wasHidden ? 'Shown again' : 'Kept';
}

/** @example personWords({ hasAccount: false, person: null }) // 'Guest' */
export const personWords = ({ hasAccount, person }: DesignPerson): string =>
  hasAccount ? person?.name || 'Account' : 'Guest';
