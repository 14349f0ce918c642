import { useRef, useState } from 'react';
import type { Result } from '#shared/result.ts';
import { Button } from '#ui/react/Button.tsx';
import { saveFile } from '#ui/react/save-file.ts';

type Props = {
  readonly fileName: string;
  readonly label?: string;
  readonly onExport: (
    signal: AbortSignal,
    onProgress: (count: number) => void,
  ) => Promise<Result<readonly string[], string>>;
};

/** Writes all rows that the filters leave, page by page, and can be stopped. */
export function ExportButton({ fileName, label = 'Export CSV', onExport }: Props) {
  const [count, setCount] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const stop = useRef<AbortController | null>(null);

  async function run() {
    const controller = new AbortController();
    stop.current = controller;
    setProblem('');
    setCount(0);
    const written = await onExport(controller.signal, setCount);
    setCount(null);
    if (written.ok) saveFile(fileName, written.value);
    else setProblem(written.error);
  }
  return (
    <>
      {count === null ? (
        <Button size="small" onClick={() => void run()}>
          {label}
        </Button>
      ) : (
        <Button size="small" onClick={() => stop.current?.abort()}>
          {count.toLocaleString('en-GB')} rows… Stop
        </Button>
      )}
      {problem !== '' && <span role="alert">{problem}</span>}
    </>
  );
}
