import { useState } from 'react';

export interface Step {
  /** Until what it changed was read again, its keys are those of where that was a moment ago. */
  readonly isBusy: boolean;
  /** Gives what went wrong, or null. */
  readonly run: (work: Promise<string | null>) => Promise<string | null>;
}

/** One thing is done at a time, and what went wrong with the last one is told. */
export function useStep(): Step & { readonly problem: string | null } {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function run(work: Promise<string | null>): Promise<string | null> {
    setBusy(true);
    const wrong = await work.finally(() => setBusy(false));
    setProblem(wrong);
    return wrong;
  }
  return { problem, isBusy, run };
}
