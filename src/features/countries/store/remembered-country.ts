const storageKey = 'keywright:country';

export function rememberedCountry(): string | null {
  try {
    const code = localStorage.getItem(storageKey);
    return code !== null && /^[A-Z]{2}$/.test(code) ? code : null;
  } catch {
    return null;
  }
}

export function rememberCountry(code: string): void {
  try {
    localStorage.setItem(storageKey, code);
  } catch {
    // A browser that stores nothing asks again next time.
  }
}
