/** The only place that reads a key's zone from its legends. */
import type { LayoutKey } from '../keyboard-layout.ts';
import type { KeyZone } from './board-spec.ts';

const ACCENTS = new Set(['esc', 'escape', 'enter', 'return']);
const NAMED_ALPHAS = new Set(['space', 'spacebar']);

/** What stands on the key, without the front face. */
function keyWords(key: LayoutKey): string[] {
  return key.legends.filter((legend) => legend.position < 9).map((legend) => legend.text.trim());
}

const isWide = (key: LayoutKey): boolean => Math.max(key.width, key.width2) >= 2;

export function zoneOfKey(key: LayoutKey): KeyZone {
  const words = keyWords(key).filter((word) => word !== '');
  if (words.length === 0) return isWide(key) || key.width === 1 ? 'alphas' : 'modifiers';
  if (words.some((word) => ACCENTS.has(word.toLowerCase()))) return 'accents';
  if (words.some((word) => NAMED_ALPHAS.has(word.toLowerCase()))) return 'alphas';
  const arrow = words.some((word) => '←↑→↓'.includes(word));
  return !arrow && words.every((word) => [...word].length === 1) ? 'alphas' : 'modifiers';
}
