import { useStore } from '@nanostores/react';
import { Suspense, use, useState } from 'react';
import {
  isJudged,
  nextSampleStages,
  sampleMove,
  sampleStage,
  type SampleStage,
} from '#domain/colour-sample.ts';
import { dayWords } from '#domain/day-words.ts';
import { textOf, type DeskRow } from '#domain/desk-row.ts';
import { Badge } from '#islands/ui/Badge.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { shrinkImage } from '#islands/ui/shrink-image.ts';
import { Skeleton } from '#islands/ui/Skeleton.tsx';
import {
  $samples,
  addSample,
  changeSample,
  linkOfSample,
  photographSample,
  removeSample,
} from '#stores/desk-samples.ts';
import styles from '#styles/desk/desk.module.css';
import { SampleNews } from './SampleNews.tsx';
import own from './samples.module.css';

const tones = { ordered: 'waiting', received: 'open', approved: 'good', rejected: 'bad' } as const;
const verbs: Readonly<Record<SampleStage, string>> = {
  ordered: 'Ordered again',
  received: 'It came',
  approved: 'Approve',
  rejected: 'Reject',
};

export function Samples({ colorway }: { readonly colorway: DeskRow }) {
  const { colorwayId, rows, message, isBusy } = useStore($samples);
  const [supplier, setSupplier] = useState('');
  const isRead = colorwayId === colorway.id && rows !== null;
  const add = async () => {
    if (await addSample(supplier.trim())) setSupplier('');
  };
  return (
    <section className={styles['card']} aria-label="Samples">
      <h3>Samples</h3>
      <output className={styles['small']}>{message ?? ''}</output>
      {!isRead && <Skeleton lines={3} label="Reading the samples" />}
      {isRead && rows.length === 0 && (
        <p className={styles['small']}>
          What a supplier sent to be judged stands here: ordered, received, approved or rejected.
        </p>
      )}
      {isRead &&
        rows.map((row) => <Sample key={row.id} colorway={colorway} row={row} isBusy={isBusy} />)}
      <div className={styles['line']}>
        <Field
          label="Supplier of the next sample"
          value={supplier}
          maxLength={120}
          onChange={(event) => setSupplier(event.target.value)}
        />
        <Button size="small" disabled={!isRead || isBusy} onClick={() => void add()}>
          Order a sample
        </Button>
      </div>
    </section>
  );
}

type SampleProps = {
  readonly colorway: DeskRow;
  readonly row: DeskRow;
  readonly isBusy: boolean;
};

function Sample({ colorway, row, isBusy }: SampleProps) {
  const [isTelling, setTelling] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const stage = sampleStage(row);
  const from = textOf(row, 'supplier') || 'a supplier';
  const today = () => new Date().toISOString().slice(0, 10);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const shrunk = await shrinkImage(file);
    setProblem(typeof shrunk === 'string' ? shrunk : null);
    if (typeof shrunk !== 'string') await photographSample(row, shrunk.blob);
  };
  return (
    <article className={own['sample']} aria-label={`Sample of ${from}`}>
      <header>
        <b>{from}</b>
        <Badge tone={tones[stage]}>{stage}</Badge>
        <span className={styles['small']}>{daysOf(row)}</span>
      </header>
      {textOf(row, 'photo_path') !== '' && (
        <Suspense fallback={<div className={own['blank']} />}>
          <Photo row={row} alt={`Sample of ${from}`} />
        </Suspense>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
      <div className={styles['line']}>
        {nextSampleStages(row).map((to) => (
          <Button
            key={to}
            size="small"
            disabled={isBusy}
            onClick={() => void changeSample(row, sampleMove(row, to, today()))}
          >
            {to === 'received' && stage !== 'ordered' ? 'Judge again' : verbs[to]}
          </Button>
        ))}
        {isJudged(row) && (
          <Button size="small" disabled={isBusy} onClick={() => setTelling(true)}>
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
        <Button size="small" look="quiet" disabled={isBusy} onClick={() => void removeSample(row)}>
          Remove
        </Button>
      </div>
      {isTelling && (
        <SampleNews colorway={colorway} sample={row} onClose={() => setTelling(false)} />
      )}
    </article>
  );
}

function Photo({ row, alt }: { readonly row: DeskRow; readonly alt: string }) {
  return <img className={own['blank']} src={use(linkOfSample(row))} alt={alt} />;
}

function daysOf(row: DeskRow): string {
  const days = [
    ['ordered', textOf(row, 'ordered_on')],
    ['came', textOf(row, 'received_on')],
    ['judged', textOf(row, 'decided_on')],
  ] as const;
  return days.flatMap(([what, day]) => (day === '' ? [] : [`${what} ${dayWords(day)}`])).join(', ');
}
