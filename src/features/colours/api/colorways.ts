import type { ColorwayUses, RetiredColorway } from '../model/colorway-uses.ts';
import { fieldsOf, listOf, numberOf, oneOf, textOf, type Fields } from '#shared/parsed-fields.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

const parseThing = (raw: Fields) => {
  const kind = oneOf(raw['kind'], ['products', 'lists'] as const);
  return kind && { kind, id: textOf(raw['id']), title: textOf(raw['title']) };
};

export const colorwayUses = (id: string, parts: CallParts = {}): Answer<ColorwayUses> =>
  callFunction(
    'colorway_uses',
    { p_colorway: id },
    (data) => {
      const fields = fieldsOf(data);
      if (fields === null || !Array.isArray(fields['uses'])) return null;
      return {
        uses: listOf(fields['uses'], (use) => ({
          place: textOf(use['place']),
          count: numberOf(use['count']),
          things: listOf(use['things'], parseThing),
        })),
        offeredBy: listOf(fields['offered_by'], parseThing),
      };
    },
    parts,
  );

export const retireColorway = (
  id: string,
  version: number,
  parts: CallParts = {},
): Answer<RetiredColorway> =>
  callFunction(
    'retire_colorway',
    { p_colorway: id, p_version: version },
    (data) => oneOf(fieldsOf(data)?.['outcome'], ['removed', 'archived'] as const),
    parts,
  );
