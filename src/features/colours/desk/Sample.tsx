import { Suspense, use, useState } from 'react';
import { sampleStage } from '../model/colour-sample.ts';
import { dayWords } from '#shared/day-words.ts';
import type { AnyValues } from '#desk-kit/model/desk-row.ts';
import type { RowConflict as Conflict, RowPatch } from '#desk-kit/model/table-edit.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { labelOf } from '#desk-kit/table/column-text.ts';
import { RowFields } from '#desk-kit/ui/RowFields.tsx';
import { RowConflict } from '#desk-kit/table/RowConflict.tsx';
import { useUnsaved } from '#ui/react/unsaved.ts';
import {
  changeSample,
  linkOfSample,
  settleSample,
  type SampledColour,
  type SampleRow,
} from '../store/desk-samples.ts';
import styles from '#ui/styles/desk.module.css';
import { movedFields, sampleChoices, typedFields } from './sample-fields.ts';
import { SampleNews } from './SampleNews.tsx';
import { SampleSteps } from './SampleSteps.tsx';
import own from './samples.module.css';

const tones = { ordered: 'waiting', received: 'open', approved: 'good', rejected: 'bad' } as const;

type Props = {
  readonly colorway: SampledColour;
  readonly row: SampleRow;
  /** What somebody else made of it while this was looked at. */
  readonly conflict: Conflict | null;
  readonly isBusy: boolean;
};

export function Sample({ colorway, row, conflict, isBusy }: Props) {
  const [isTelling, setTelling] = useState(false);
  const [turn, setTurn] = useState(0);
  /** Whoever takes theirs lets go of what was typed. */
  async function settle(keepMine: boolean) {
    if (!keepMine) setTurn(turn + 1);
    await settleSample(keepMine);
  }
  const from = row.values.supplier || 'a supplier';
  const photo = row.values.photo_path;
  return (
    <article className={own['sample']} aria-label={`Sample of ${from}`}>
      <header>
        <b>{from}</b>
        <Badge tone={tones[sampleStage(row)]}>{labelOf(sampleChoices, sampleStage(row))}</Badge>
        <span className={styles['small']}>{daysOf(row)}</span>
      </header>
      {photo !== null && (
        <Suspense fallback={<div className={own['blank']} />}>
          <Photo path={photo} alt={`Sample of ${from}`} />
        </Suspense>
      )}
      {conflict !== null && (
        <RowConflict
          conflict={conflict}
          fields={[...typedFields, ...movedFields]}
          onSettle={settle}
        />
      )}
      <SampleWords key={turn} row={row} isBusy={isBusy} />
      <SampleSteps row={row} isBusy={isBusy} from={from} onTell={() => setTelling(true)} />
      {isTelling && (
        <SampleNews colorway={colorway} sample={row} onClose={() => setTelling(false)} />
      )}
    </article>
  );
}

/** What was typed stays until it is written, whoever was faster. */
function SampleWords({ row, isBusy }: Pick<Props, 'row' | 'isBusy'>) {
  const [patch, setPatch] = useState<RowPatch>({});
  const read: AnyValues = row.values;
  const shown = { ...row, values: { ...read, ...patch } };
  const save = async () => {
    if (await changeSample(row, patch)) setPatch({});
  };
  const isTyped = typedFields.some(({ name }) => shown.values[name] !== read[name]);
  useUnsaved(isTyped);
  return (
    <>
      <RowFields
        row={shown}
        fields={typedFields}
        onPatch={(more) => setPatch({ ...patch, ...more })}
      />
      {isTyped && (
        <div className={styles['line']}>
          <Button size="small" disabled={isBusy} onClick={() => void save()}>
            Save the words
          </Button>
        </div>
      )}
    </>
  );
}

function Photo({ path, alt }: { readonly path: string; readonly alt: string }) {
  return <img className={own['blank']} src={use(linkOfSample(path))} alt={alt} />;
}

function daysOf({ values }: SampleRow): string {
  const days = [
    ['ordered', values.ordered_on],
    ['came', values.received_on],
    ['judged', values.decided_on],
  ] as const;
  return days
    .flatMap(([what, day]) => (day === null ? [] : [`${what} ${dayWords(day)}`]))
    .join(', ');
}
