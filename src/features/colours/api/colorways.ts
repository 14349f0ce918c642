import { callFunction, type CallParts } from '#shared/backend/call-function.ts';

export const colorwayUses = (id: string, parts: CallParts = {}) =>
  callFunction('colorway_uses', { p_colorway: id }, parts);

export const retireColorway = (id: string, version: number, parts: CallParts = {}) =>
  callFunction(
    'retire_colorway',
    { p_colorway: id, p_version: version },
    ({ outcome }) => outcome,
    parts,
  );
