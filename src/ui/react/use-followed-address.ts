import { useEffect, useRef } from 'react';
import { askToDiscard, hasUnsaved } from './unsaved.ts';

/** Follows the address now and after Back or Forward, which ask first where something typed would be lost. */
export function useFollowedAddress(follow: () => void): void {
  const shown = useRef('');
  useEffect(() => {
    shown.current = location.href;
  });
  useEffect(() => {
    const change = () => {
      if (!hasUnsaved()) return follow();
      // The browser has left already: it is put back until somebody has answered.
      history.pushState(null, '', shown.current);
      askToDiscard(() => history.back());
    };
    follow();
    addEventListener('popstate', change);
    return () => removeEventListener('popstate', change);
  }, [follow]);
}
