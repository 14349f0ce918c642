/** The backend decides what is accepted; this says while typing what it is likely to say. */
export const shortestPassword = 10;

export interface PasswordStrength {
  /** 0 is refused, 4 is strong. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  readonly words: string;
}

const alphabets: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
];

/** Characters that merely repeat or follow the one before are counted as a quarter. */
function effectiveLength(password: string): number {
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0);
  return codes.reduce((sum, code, index) => {
    const step = index === 0 ? 99 : Math.abs(code - (codes[index - 1] ?? 0));
    return sum + (step <= 1 ? 0.25 : 1);
  }, 0);
}

export function passwordStrength(password: string): PasswordStrength {
  const missing = shortestPassword - password.length;
  if (password === '') return { score: 0, words: `At least ${shortestPassword} characters.` };
  if (missing > 0) {
    return { score: 0, words: `${missing} more ${missing === 1 ? 'character' : 'characters'}.` };
  }
  const size = alphabets.reduce((sum, [seen, many]) => sum + (seen.test(password) ? many : 0), 0);
  const bits = effectiveLength(password) * Math.log2(Math.max(size, 2));
  if (bits < 40) return { score: 1, words: 'Easy to guess. A few unrelated words are better.' };
  if (bits < 56) return { score: 2, words: 'Fair. Longer is better.' };
  if (bits < 80) return { score: 3, words: 'Good.' };
  return { score: 4, words: 'Strong.' };
}

const reasonWords = new Map([
  ['length', `It has fewer than ${shortestPassword} characters.`],
  ['characters', 'It lacks a required kind of character.'],
  ['pwned', 'It is on lists of stolen passwords.'],
]);

/** The backend's reasons, each as a sentence. */
export function weaknessWords(reasons: readonly string[]): readonly string[] {
  return reasons.map((reason) => reasonWords.get(reason) ?? `It was refused (${reason}).`);
}
