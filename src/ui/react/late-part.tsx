// chunk: controls
import { Suspense, use, useReducer, type ComponentType, type ReactNode } from 'react';
import { NotRead } from './NotRead.tsx';

type Late<Props> = {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly waiting: ReactNode;
  /** Around the words of a failure, where the part itself brings what they would stand in. */
  readonly frame?: (failure: ReactNode, props: Props) => ReactNode;
};

/**
 * A part of a screen whose code is loaded when it is first shown. Where it can't be had, it says so in its
 * place and can be asked for again: `lazy` keeps the first failure for as long as the page is open.
 * @example latePart({ load: () => import('./Ideas.tsx').then((code) => code.Ideas), waiting: null })
 */
export function latePart<Props extends object = object>({
  load,
  waiting,
  frame = (failure) => failure,
}: Late<Props>): ComponentType<Props> {
  let asked: Promise<ComponentType<Props> | null> | null = null;

  function Loaded({ part, onAgain }: { readonly part: Props; readonly onAgain: () => void }) {
    asked ??= load().catch(() => null);
    const Part = use(asked);
    if (Part !== null) return <Part {...part} />;
    const askAgain = () => {
      asked = null;
      onAgain();
    };
    const failure = (
      <NotRead
        title="This part didn’t load"
        message="You seem to be offline. Try again when you’re back online."
        onAgain={askAgain}
      />
    );
    return frame(failure, part);
  }

  return function LatePart(props: Props) {
    const [, showAgain] = useReducer((count: number) => count + 1, 0);
    return (
      <Suspense fallback={waiting}>
        <Loaded part={props} onAgain={showAgain} />
      </Suspense>
    );
  };
}
