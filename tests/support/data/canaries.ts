import { createHash } from 'node:crypto';

const unique = (index: number) =>
  createHash('sha256').update(`canary ${index}`).digest('hex').slice(0, 12);
const digits = (index: number, count: number) =>
  BigInt(`0x${createHash('sha256').update(`digits ${index}`).digest('hex')}`)
    .toString()
    .slice(0, count);

const kinds: readonly ((index: number) => string)[] = [
  (index) => `jane.${unique(index)}+shop@example.com`,
  (index) =>
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI${unique(index)}In0.${unique(index)}_${unique(index)}`,
  (index) => `sb_secret_${unique(index)}`,
  (index) => `+49 30 ${digits(index, 8)}`,
  (index) => `${digits(index, 2)} Elm${unique(index)} Street`,
  (index) => `Canaria${unique(index)}straße ${digits(index, 2)}`,
  (index) => `4${digits(index, 15)}`,
  (index) => `Leave it with neighbour ${unique(index)}`,
  (index) =>
    `https://user:${unique(index)}@shop.example/orders?order=KW-${digits(index, 6)}#${unique(index)}`,
  (index) => `refresh_token=${unique(index)}${unique(index)}`,
];

export const canaries: readonly string[] = Array.from({ length: 50 }, (_, index) => {
  const make = kinds[index % kinds.length];
  return make === undefined ? '' : make(index);
});

/** The ways in which a value turns up in texts: as it is, in an address, and in base64 of both alphabets. */
export function spellings(value: string): string[] {
  const bytes = Buffer.from(value);
  return [
    value,
    encodeURIComponent(value),
    encodeURIComponent(encodeURIComponent(value)),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ];
}
