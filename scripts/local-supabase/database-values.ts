const toIsoWithZone = (text: string): string =>
  text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
const toIso = (text: string): string => text.replace(' ', 'T');
const toNumber = (text: string): number | string =>
  Number.isFinite(Number(text)) ? Number(text) : text;
const toJsonText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

export const databaseValueTypes = {
  timestamptz: {
    to: 1184,
    from: [1184],
    serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
    parse: toIsoWithZone,
  },
  timestamp: { to: 1114, from: [1114], serialize: String, parse: toIso },
  numeric: { to: 1700, from: [1700], serialize: String, parse: toNumber },
  bigint: { to: 20, from: [20], serialize: String, parse: toNumber },
  json: { to: 114, from: [114], serialize: toJsonText, parse: JSON.parse },
  jsonb: { to: 3802, from: [3802], serialize: toJsonText, parse: JSON.parse },
};
