/** The door to the strip of what is one's own: nobody without a session in this browser loads it. */
export function openYours(): void {
  const strip = document.querySelector<HTMLElement>('keywright-yours');
  try {
    if (strip === null || !/\bsb-.+?-auth-token\b/.test(Object.keys(localStorage).join())) return;
    void import('./yours-element.ts');
  } catch {
    // Storage is forbidden: nobody's session is kept here.
  }
}
