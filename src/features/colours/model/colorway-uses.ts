export interface UsingThing {
  readonly kind: 'products' | 'lists';
  readonly id: string;
  readonly title: string;
}

export interface ColorwayUse {
  readonly place: string;
  readonly count: number;
  /** The shop's own; what belongs to customers is only counted. */
  readonly things: readonly UsingThing[];
}

export interface ColorwayUses {
  readonly uses: readonly ColorwayUse[];
  /** Products that are made in any colour of its palette. */
  readonly offeredBy: readonly UsingThing[];
}

export type RetiredColorway = 'removed' | 'archived';
