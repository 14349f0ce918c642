/**
 * What VIA adds to KLE: a definition around the rows, and at the bottom right of a key the number of its
 * choice and which answer it belongs to. Only the first answer of each is a board that can be built whole.
 */
import type { KeyboardLayout, LayoutKey } from '#drawing/keyboard-layouts/keyboard-layout.ts';
import { fieldsOf } from '#shared/parsed-fields.ts';

const bottomRight = 8;
const choice = /^\s*\d+\s*,\s*(\d+)\s*$/;

function isFirstAnswer({ legends }: LayoutKey): boolean {
  const text = legends.find(({ position }) => position === bottomRight)?.text ?? '';
  return Number(choice.exec(text)?.[1] ?? 0) === 0;
}

/** The layout without keys that lie where others do already, as KLE draws them all. */
export function firstAnswers(layout: KeyboardLayout): KeyboardLayout {
  return { ...layout, keys: layout.keys.filter(isFirstAnswer) };
}

/** The rows of KLE in the text of a VIA definition; every other text as it is. */
export function rowsOfVia(text: string): string {
  try {
    const rows = fieldsOf(fieldsOf(JSON.parse(text))?.['layouts'])?.['keymap'];
    return Array.isArray(rows) ? JSON.stringify(rows) : text;
  } catch {
    return text;
  }
}
