/** Which key lies next to a key in a direction, and which key a press on one's own keyboard means. */
import {
  keyBounds,
  type KeyboardLayout,
  type LayoutKey,
} from '#drawing/keyboard-layouts/keyboard-layout.ts';

const directions: { readonly [key: string]: readonly [number, number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function middle(key: LayoutKey): readonly [number, number] {
  const { x0, x1, y0, y1 } = keyBounds(key);
  const [x, y] = [(x0 + x1) / 2 - key.rotationX, (y0 + y1) / 2 - key.rotationY];
  const angle = (key.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [key.rotationX + x * cos - y * sin, key.rotationY + x * sin + y * cos];
}

/** The nearest key that way, where going sideways costs more than going on; null at the edge. */
export function neighbourKey(layout: KeyboardLayout, from: number, press: string): number | null {
  const direction = directions[press];
  const start = layout.keys[from];
  if (direction === undefined || start === undefined) return null;
  const [x, y] = middle(start);
  let best: { index: number; cost: number } | null = null;
  for (const [index, key] of layout.keys.entries()) {
    if (index === from || key.decal) continue;
    const [kx, ky] = middle(key);
    const along = (kx - x) * direction[0] + (ky - y) * direction[1];
    const aside = Math.abs((kx - x) * direction[1]) + Math.abs((ky - y) * direction[0]);
    if (along < 0.3) continue;
    const cost = along + aside * 2.5;
    if (best === null || cost < best.cost) best = { index, cost };
  }
  return best?.index ?? null;
}

const named: { readonly [code: string]: readonly string[] } = {
  Escape: ['esc'],
  Tab: ['tab'],
  CapsLock: ['caps', 'caps lock'],
  Enter: ['enter', 'return'],
  Backspace: ['backspace', 'back', 'bksp'],
  Space: ['space'],
  ShiftLeft: ['shift'],
  ShiftRight: ['shift'],
  ControlLeft: ['ctrl', 'control'],
  ControlRight: ['ctrl', 'control'],
  AltLeft: ['alt'],
  AltRight: ['alt', 'alt gr', 'altgr'],
  MetaLeft: ['win', 'super', 'meta', 'cmd', '◆', 'code'],
  Delete: ['del', 'delete'],
  Insert: ['ins', 'insert'],
  Home: ['home'],
  End: ['end'],
  PageUp: ['pgup', 'page up', 'pg up'],
  PageDown: ['pgdn', 'page down', 'pg dn'],
  ArrowUp: ['↑', 'up'],
  ArrowDown: ['↓', 'down'],
  ArrowLeft: ['←', 'left'],
  ArrowRight: ['→', 'right'],
  Minus: ['-'],
  Equal: ['='],
  BracketLeft: ['['],
  BracketRight: [']'],
  Backslash: ['\\'],
  Semicolon: [';'],
  Quote: ["'"],
  Comma: [','],
  Period: ['.'],
  Slash: ['/'],
  Backquote: ['`'],
};

/** @example pressedKey(layout, 'KeyQ') // the key with the legend Q */
export function pressedKey(layout: KeyboardLayout, code: string): number | null {
  const plain = /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? /^(F\d+)$/.exec(code)?.[1];
  const words = named[code] ?? (plain === undefined ? [] : [plain.toLowerCase()]);
  const found = [...layout.keys.entries()].flatMap(([index, key]) =>
    key.legends.some(({ text }) => words.includes(text.trim().toLowerCase())) ? [index] : [],
  );
  if (code === 'Space' && found.length === 0)
    return layout.keys.findIndex((key) => key.width >= 3 && key.legends.length === 0);
  // The right one of two is further on in the layout.
  return (code.endsWith('Right') ? found.at(-1) : found[0]) ?? null;
}
