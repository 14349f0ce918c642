import { useState } from 'react';
import {
  isJudged,
  nextSampleStages,
  sampleMove,
  sampleStage,
  type SampleStage,
} from '../model/colour-sample.ts';
import { Button } from '#ui/react/Button.tsx';
import { shrinkImage } from '#shared/shrink-image.ts';
import {
  changeSample,
  photographSample,
  removeSample,
  type SampleRow,
} from '../store/desk-samples.ts';
import own from './samples.module.css';

const verbs: Readonly<Record<SampleStage, string>> = {
  ordered: 'Order again',
  received: 'It came',
  approved: 'Approve',
  rejected: 'Reject',
};

type Props = {
  readonly row: SampleRow;
  readonly isBusy: boolean;
  readonly from: string;
  readonly onTell: () => void;
};

/** What can be done with it: each step is written at once. */
export function SampleSteps({ row, isBusy, from, onTell }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const stage = sampleStage(row);
  const today = () => new Date().toISOString().slice(0, 10);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const shrunk = await shrinkImage(file);
    setProblem(typeof shrunk === 'string' ? shrunk : null);
    if (typeof shrunk !== 'string') await photographSample(row, shrunk.blob);
  };
  return (
    <>
      {problem !== null && <p role="alert">{problem}</p>}
      <div className={own['next']}>
        {nextSampleStages(row).map((to) => (
          <Button
            key={to}
            size="small"
            disabled={isBusy}
            onClick={() => void changeSample(row, sampleMove(row, to, today()))}
          >
            {to === 'received' && stage !== 'ordered' ? 'Review again' : verbs[to]}
          </Button>
        ))}
        {isJudged(row) && (
          <Button size="small" disabled={isBusy} onClick={onTell}>
            Write an update
          </Button>
        )}
        <label className={own['photo']}>
          Photo of the sample of {from}
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            disabled={isBusy}
            onChange={(event) => void take(event.target.files?.[0])}
          />
        </label>
        <Button
          size="small"
          look={isAsked ? 'danger' : 'quiet'}
          disabled={isBusy}
          onClick={() => (isAsked ? void removeSample(row) : setAsked(true))}
        >
          {isAsked ? 'Yes, remove the sample' : 'Remove'}
        </Button>
      </div>
    </>
  );
}
