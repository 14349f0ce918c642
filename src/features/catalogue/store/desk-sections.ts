import { map } from 'nanostores';

/** Which sections of the editor somebody opened or folded; the others are as the screen has room. */
export const $folded = map<Readonly<Record<string, boolean>>>({});

export function fold(section: string, isOpen: boolean): void {
  if ($folded.get()[section] !== isOpen) $folded.setKey(section, isOpen);
}
