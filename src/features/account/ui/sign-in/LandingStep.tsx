import { useEffect } from 'react';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { landWith } from '../../store/auth-actions.ts';
import { $authRequest } from '../../store/auth-modal.ts';

/** A link counts once, so it is redeemed once: the effect belongs to the step's first appearance. */
export function LandingStep() {
  useEffect(() => {
    const link = $authRequest.get()?.link;
    if (link !== undefined) void landWith(link);
  }, []);
  return <Skeleton lines={2} label="Signing you in" />;
}
