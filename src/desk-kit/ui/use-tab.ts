import { useState } from 'react';
import { askToDiscard } from '#ui/react/unsaved.ts';

/** Which part of a desk is shown stands in the address. */
export function useTab(known: readonly string[]): readonly [string, (tab: string) => void] {
  const [tab, setTab] = useState(() => {
    const asked = new URLSearchParams(location.search).get('tab');
    return known.find((each) => each === asked) ?? known[0] ?? '';
  });
  const show = (next: string) =>
    askToDiscard(() => {
      setTab(next);
      // The other part has filters and an order of its own.
      history.replaceState(null, '', `${location.pathname}?tab=${next}`);
    });
  return [tab, show];
}
