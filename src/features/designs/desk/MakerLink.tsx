import { DeskLink } from '#desk-kit/gate/DeskLink.tsx';
import { personWords, type DesignPerson } from '../model/design-record.ts';

/** The way to their card, for whoever may open customers. */
export function MakerLink({ of }: { readonly of: DesignPerson }) {
  const words = personWords(of);
  if (of.person === null) return words;
  return (
    <DeskLink desk="customers" search={`?customer=${of.person.id}`}>
      {words}
    </DeskLink>
  );
}
