import { useState } from 'react';
import { textOf, type Draft } from '#desk-kit/model/desk-row.ts';
import { newsOfSample, type SampleNews as News } from '../model/colour-sample.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { isUnwritten, newsFields, newsOf } from '#features/updates/desk/news-fields.ts';
import { RowFields } from '#desk-kit/ui/RowFields.tsx';
import { routes } from '#routes.ts';
import { publishSampleNews, type SampledColour, type SampleRow } from '../store/desk-samples.ts';
import styles from '#ui/styles/desk.module.css';

type Props = {
  readonly colorway: SampledColour;
  readonly sample: SampleRow;
  readonly onClose: () => void;
};

/** What came of a sample, told to everybody: written for the editor to change, and published by them. */
export function SampleNews({ colorway, sample, onClose }: Props) {
  const [proposed] = useState<Draft<News>['values']>(() => newsOfSample(colorway, sample));
  const [values, setValues] = useState(proposed);
  const [problem, setProblem] = useState<string | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const row: Draft<News> = { id: sample.id, version: null, values };
  const hasPhoto = sample.values.photo_path !== null;
  async function publish() {
    setBusy(true);
    const made = await publishSampleNews(colorway, sample, newsOf(row));
    setBusy(false);
    if (made.ok) setAddress(routes.update(made.value));
    setProblem(made.ok ? null : made.error);
  }
  return (
    <DeskDialog
      open
      wide
      title={`Update on ${textOf(colorway, 'name')}`}
      unsaved={values !== proposed && address === null}
      onClose={onClose}
      renderFoot={() => (
        <>
          <Button onClick={onClose}>{address === null ? 'Discard it' : 'Done'}</Button>
          {address === null && (
            <Button
              look="primary"
              pending={isBusy}
              disabled={isUnwritten(row)}
              onClick={() => void publish()}
            >
              Publish the update
            </Button>
          )}
        </>
      )}
    >
      <div className={styles['stack']}>
        {problem !== null && (
          <p role="alert" className={styles['fault']}>
            {problem}
          </p>
        )}
        {address === null ? (
          <>
            <RowFields
              row={row}
              fields={newsFields}
              onPatch={(more) => setValues({ ...values, ...more })}
            />
            <p className={styles['small']}>
              {hasPhoto
                ? 'The sample’s photo appears above the article and becomes public with it.'
                : 'This sample has no photo yet. Add one first if you want it in the update.'}
            </p>
          </>
        ) : (
          <output>
            It is published: <a href={address}>read it</a>. You can read it now. The next build adds
            its finished page.
          </output>
        )}
      </div>
    </DeskDialog>
  );
}
