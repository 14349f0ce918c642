// chunk: boot
/** What this browser keeps under a name, if only until the tab is closed; null where storage is forbidden. */
export function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
