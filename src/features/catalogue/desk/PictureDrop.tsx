import { useState } from 'react';
import { FileDrop } from '#desk-kit/ui/FileDrop.tsx';
import { Progress } from '#desk-kit/ui/Progress.tsx';
import styles from '#ui/styles/desk.module.css';

export interface PictureTaker {
  readonly take: (files: readonly File[]) => Promise<void>;
  readonly problems: readonly string[];
  /** How many of those that were given last are done; both nought while there is nothing to do. */
  readonly done: number;
  readonly all: number;
}

/** Takes files one after the other; of each, `takeOne` gives what went wrong, or null. */
export function usePictureTaker(
  takeOne: (file: File) => Promise<string | null>,
  onAll?: () => Promise<void>,
): PictureTaker {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [count, setCount] = useState({ done: 0, all: 0 });
  async function take(given: readonly File[]) {
    setProblems([]);
    setCount(({ done, all }) => ({ done, all: all + given.length }));
    for (const file of given) {
      const problem = await takeOne(file);
      if (problem) setProblems((before) => [...before, problem]);
      setCount(({ done, all }) =>
        done + 1 === all ? { done: 0, all: 0 } : { done: done + 1, all },
      );
    }
    await onAll?.();
  }
  return { take, problems, ...count };
}

type Props = { readonly taker: PictureTaker; readonly hint: string };

/** Where pictures are dropped, or chosen as files. */
export function PictureDrop({ taker: { take, problems, done, all }, hint }: Props) {
  return (
    <>
      <FileDrop
        label="Drop pictures here, paste them, or choose files"
        accept="image/jpeg,image/png,image/webp,image/avif"
        multiple
        onFiles={(files) => void take(files)}
      >
        <span>{hint}</span>
        {all > 0 && <Progress label="Uploading" value={done} goal={all} />}
      </FileDrop>
      {problems.length > 0 && (
        <ul role="alert" className={`${styles['plain']} ${styles['fault']}`}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  );
}
