import { useSyncExternalStore } from 'react';
import { Segments } from '#ui/react/Segments.tsx';

/** The head of every page reads it before anything is drawn. */
const storageKey = 'keywright:theme';

const themes = [
  { value: 'device', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
type Theme = (typeof themes)[number]['value'];

function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'device';
}

/** The header's button changes it too. */
function watchTheme(listen: () => void): () => void {
  const watcher = new MutationObserver(listen);
  watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => watcher.disconnect();
}

function apply(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'device') delete dataset['theme'];
  else dataset['theme'] = theme;
  try {
    if (theme === 'device') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage the choice holds for this page.
  }
}

/** Belongs to the device, not to the account: a phone at night and a desk by day differ. */
export function ThemeChoice() {
  const theme = useSyncExternalStore(watchTheme, chosenTheme);
  return <Segments legend="Theme on this device" value={theme} choices={themes} onChange={apply} />;
}
