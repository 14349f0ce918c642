import { useStore } from '@nanostores/react';
import { BothValues } from '#desk-kit/table/BothValues.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { $placing, settlePlace, type Coverage } from '../store/desk-zones.ts';

/** What became of the last country that was placed, where it did not go as it should. */
export function PlacingTrouble({ coverage }: { readonly coverage: Coverage }) {
  const { problem, late, isBusy } = useStore($placing);
  const titles = (ids: readonly string[]) =>
    ids.map((id) => coverage.zones.find((zone) => zone.id === id)?.values.title ?? '').join(', ');
  if (late === null && problem === null) return null;
  if (late === null) {
    return (
      <Notice tone="fault" role="alert" title="Not saved">
        <p>{problem}</p>
      </Notice>
    );
  }
  const name = coverage.countries.find(({ id }) => id === late.country)?.values.name ?? '';
  return (
    <BothValues
      title={`Someone else placed ${name} in the meantime`}
      rows={[{ key: name, name, theirs: titles(late.theirs), mine: titles(late.mine) }]}
      isBusy={isBusy}
      onSettle={(keepMine) => void settlePlace(keepMine)}
    />
  );
}
