const mostReports = 10;
const counterKey = 'keywright:reported';
let counted = 0;

function storedCount(): number {
  try {
    return Number(sessionStorage.getItem(counterKey) ?? 0);
  } catch {
    return 0;
  }
}

/** Counts one report over all pages of a tab's session; false once the session has had its share. */
export function countReport(): boolean {
  counted = Math.max(counted, storedCount());
  if (counted >= mostReports) return false;
  counted += 1;
  try {
    sessionStorage.setItem(counterKey, String(counted));
  } catch {
    // Without storage the page counts for itself.
  }
  return true;
}
