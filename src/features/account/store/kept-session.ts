// chunk: boot
/** Whether this browser keeps somebody's session; light enough for every page. */
export function isSessionKept(): boolean {
  try {
    return /\bsb-.+?-auth-token\b/.test(Object.keys(localStorage).join());
  } catch {
    // Storage is forbidden: a session lasts for this page.
    return false;
  }
}
