// chunk: boot
const storageKey = 'keywright:theme';

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  if (theme !== undefined) return theme === 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

/** The choice of the visitor is written on the root; the head applies it before anything is drawn. */
export function answerThemeToggle(): void {
  for (const button of document.querySelectorAll('[data-theme-toggle]')) {
    button.addEventListener('click', () => {
      const theme = isDark() ? 'light' : 'dark';
      document.documentElement.dataset['theme'] = theme;
      try {
        localStorage.setItem(storageKey, theme);
      } catch {
        // Without storage the choice holds for this page.
      }
    });
  }
}
