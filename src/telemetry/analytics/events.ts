import type { trackingPlan } from '#shared/tracking-plan.ts';

type Plan = typeof trackingPlan;
interface Values {
  readonly count: number;
  readonly word: string;
  readonly currency: string;
}

/** Every event that the shop may send, each with exactly the properties of the tracking plan. */
export type TrackedEvent = {
  [Name in keyof Plan]: {
    readonly name: Name;
    readonly properties: {
      readonly [Key in keyof Plan[Name]]: Values[Plan[Name][Key] & keyof Values];
    };
  };
}[keyof Plan];

export type Track = (event: TrackedEvent) => void;
