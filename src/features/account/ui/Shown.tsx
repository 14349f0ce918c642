import type { ReactNode } from 'react';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import type { Resource } from '../store/resource.ts';
import { Failure } from './Panel.tsx';
import styles from './account.module.css';

type Props<Value> = {
  readonly resource: Resource<Value>;
  readonly lines: number;
  readonly label: string;
  readonly children: (value: Value) => ReactNode;
};

/** Waits for something of one's own: its shape first, then it, or what to do when it does not come. */
export function Shown<Value>({ resource, lines, label, children }: Props<Value>) {
  const state = useStore(resource.$state);
  if (state.status === 'loading') return <Skeleton lines={lines} label={label} />;
  if (state.status === 'ready') return children(state.value);
  return (
    <div className={styles['stack']}>
      <Failure failure={state.failure} />
      <Button onClick={() => void resource.reload()}>Try again</Button>
    </div>
  );
}
