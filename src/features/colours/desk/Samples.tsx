import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import { $samples, addSample, readSamples, type SampledColour } from '../store/desk-samples.ts';
import styles from '#ui/styles/desk.module.css';
import own from './samples.module.css';
import { Sample } from './Sample.tsx';

export function Samples({ colorway }: { readonly colorway: SampledColour }) {
  const { colorwayId, rows, message, isBusy, late } = useStore($samples);
  const [supplier, setSupplier] = useTyped();
  const isRead = colorwayId === colorway.id && rows !== null;
  const add = async () => {
    if (await addSample(supplier.trim())) setSupplier('');
  };
  return (
    <section className={styles['card']} aria-label="Samples">
      <h2>Samples</h2>
      <output className={styles['small']}>{message ?? ''}</output>
      {!isRead && message === null && <Skeleton lines={3} label="Loading the samples" />}
      {!isRead && message !== null && (
        <div className={styles['line']}>
          <Button size="small" onClick={() => void readSamples(colorway.id)}>
            Try again
          </Button>
        </div>
      )}
      {isRead && rows.length === 0 && (
        <p className={styles['small']}>
          Samples from suppliers: ordered, received, approved or rejected.
        </p>
      )}
      {isRead &&
        rows.map((row) => (
          <Sample
            key={row.id}
            colorway={colorway}
            row={row}
            conflict={late?.current.id === row.id ? late : null}
            isBusy={isBusy}
          />
        ))}
      <div className={own['next']}>
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
