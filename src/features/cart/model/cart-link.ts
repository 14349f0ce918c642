/**
 * The first byte is the version, and every code that was ever given out can be read for ever.
 * Invariant: nothing of a person is in it; offers belong to one person and stay out.
 */
import { mostLines, parseCartLine, type CartLine, type KeptLine } from './cart-line.ts';

const version = 1;
const idBytes = 16;

function idToBytes(id: string): readonly number[] {
  const hex = id.replaceAll('-', '');
  return Array.from({ length: idBytes }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
}

function bytesToId(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/** @example cartToCode(lines) // 'AQEA…', about 25 letters a plain line */
export function cartToCode(lines: readonly CartLine[]): string {
  const shared = lines.filter((line) => line.offer_id === null);
  const bytes = shared.flatMap((line) => {
    const options = Object.entries(line.options);
    const hasDesign = line.design_id === null ? 0 : 1;
    return [
      line.quantity,
      options.length * 2 + hasDesign,
      ...idToBytes(line.variant_id),
      ...options.flat().flatMap(idToBytes),
      ...(line.design_id === null ? [] : idToBytes(line.design_id)),
    ];
  });
  const text = String.fromCharCode(version, ...bytes);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The lines of a code, or null where it is not one. */
export function codeToCart(code: string): readonly KeptLine[] | null {
  const bytes = decode(code);
  if (bytes === null || bytes[0] !== version) return null;
  const lines: KeptLine[] = [];
  let at = 1;
  const takeId = () => {
    at += idBytes;
    return at > bytes.length ? null : bytesToId(bytes.subarray(at - idBytes, at));
  };
  while (at < bytes.length && lines.length < mostLines) {
    const [quantity, counts] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
    at += 2;
    const variantId = takeId();
    const pairs = Array.from({ length: counts >> 1 }, () => [takeId(), takeId()]);
    const designId = counts % 2 === 1 ? takeId() : null;
    if (at > bytes.length) return null;
    const options = Object.fromEntries(pairs);
    const line = parseCartLine({ variant_id: variantId, quantity, options, design_id: designId });
    if (line === null) return null;
    lines.push(line);
  }
  return lines.length === 0 ? null : lines;
}

function decode(code: string): Uint8Array | null {
  if (!/^[\w-]{20,6000}$/.test(code)) return null;
  try {
    const text = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
