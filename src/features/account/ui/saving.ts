import { useState } from 'react';
import type { AuthFailure } from '../store/auth-failure.ts';

/** What a group of fields shows about its own saving. */
export interface Saving {
  readonly isPending: boolean;
  readonly failure: AuthFailure | null;
  /** What was done, in words; empty before. */
  readonly done: string;
  run(work: () => Promise<AuthFailure | null>, words: string): Promise<boolean>;
  refuse(failure: AuthFailure): void;
}

export function useSaving(): Saving {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const [done, setDone] = useState('');
  return {
    isPending,
    failure,
    done,
    async run(work, words) {
      if (isPending) return false;
      setPending(true);
      setFailure(null);
      setDone('');
      const failed = await work();
      setPending(false);
      setFailure(failed);
      if (failed === null) setDone(words);
      return failed === null;
    },
    refuse(refused) {
      setDone('');
      setFailure(refused);
    },
  };
}
