/**
 * A key's zone follows from its legends. `private.layout_zones` computes the same in the database:
 * tests/cases/key-zones.json is read by tests of both.
 */
import type { LayoutKey } from '../keyboard-layouts/keyboard-layout.ts';
import type { KeyZone } from './board-spec.ts';

const ACCENTS = new Set(['esc', 'escape', 'enter', 'return']);
const NAMED_ALPHAS = new Set(['space', 'spacebar']);
const ARROWS = new Set(['←', '↑', '→', '↓']);

/** What stands on the key, from its top left on, without the front face. */
function keyWords(key: LayoutKey): string[] {
  return key.legends.filter((legend) => legend.position < 9).map((legend) => legend.text.trim());
}

const isWide = (key: LayoutKey): boolean => Math.max(key.width, key.width2) >= 2;
const isSign = (word: string): boolean => [...word].length === 1 && !ARROWS.has(word);

export function zoneOfKey(key: LayoutKey): KeyZone {
  const words = keyWords(key).filter((word) => word !== '');
  if (words.length === 0) return isWide(key) || key.width === 1 ? 'alphas' : 'modifiers';
  if (words.some((word) => ACCENTS.has(word.toLowerCase()))) return 'accents';
  if (words.some((word) => NAMED_ALPHAS.has(word.toLowerCase()))) return 'alphas';
  // A number pad says under its digits and point what they do without Num Lock: '7' over 'Home'.
  if (/^[0-9.,]$/.test(words[0] ?? '')) return 'alphas';
  return words.every(isSign) ? 'alphas' : 'modifiers';
}
