import { useState } from 'react';
import { FileDrop } from '#desk-kit/ui/FileDrop.tsx';
import { Progress } from '#desk-kit/ui/Progress.tsx';
import styles from '#ui/styles/desk.module.css';

export interface Uploads {
  readonly take: (files: readonly File[]) => Promise<void>;
  readonly problems: readonly string[];
  /** How many of those that were given last are done; both nought while there is nothing to do. */
  readonly done: number;
  readonly all: number;
}

/** Takes files one after the other; of each, `takeOne` gives what went wrong, or null. */
export function useUploads(
  takeOne: (file: File) => Promise<string | null>,
  onAll?: () => Promise<void>,
): Uploads {
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

export const pictureFiles = {
  label: 'Drop pictures here, paste them, or choose files',
  accept: 'image/jpeg,image/png,image/webp,image/avif',
} as const;

type Props = {
  readonly uploads: Uploads;
  readonly label: string;
  /** As a file field names kinds of files. */
  readonly accept: string;
  readonly hint: string;
};

/** Where files are dropped, or chosen; how far they are, and what is wrong with them. */
export function UploadDrop({ uploads, label, accept, hint }: Props) {
  const { take, problems, done, all } = uploads;
  return (
    <>
      <FileDrop label={label} accept={accept} multiple onFiles={(files) => void take(files)}>
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
