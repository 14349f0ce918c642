import { capsOf, type DesignKit } from '#features/designs/model/design-kit.ts';
import type { Design } from '#features/designs/model/design.ts';

type Props = { readonly design: Design; readonly kits: readonly DesignKit[] };

/** Why a design has nothing to order. */
export function NoKit({ design, kits }: Props) {
  if (kits.length === 0) return <p>We don’t make caps to your design at the moment.</p>;
  const most = Math.max(...kits.map(({ mostCaps }) => mostCaps));
  return (
    <p>
      This layout has {capsOf(design)} caps, and our largest kit has {most}: we can’t make it. You
      can still save and share the design.
    </p>
  );
}
