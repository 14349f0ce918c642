import { useId, type ReactNode } from 'react';
import { Notice } from '#ui/react/Notice.tsx';
import type { AuthFailure } from '../store/auth-failure.ts';
import type { Saving } from './saving.ts';
import styles from './account.module.css';

type Props = {
  readonly title: string;
  readonly about?: ReactNode;
  readonly saving?: Saving;
  readonly children: ReactNode;
};

/** One group of things that are saved together: its name at the side, its fields beside it. */
export function Panel({ title, about, saving, children }: Props) {
  const id = useId();
  return (
    <section className={styles['panel']} aria-labelledby={id}>
      <div className={styles['side']}>
        <h2 id={id}>{title}</h2>
        {about !== undefined && <p className="soft">{about}</p>}
      </div>
      <div className={styles['main']}>
        {saving !== undefined && saving.failure !== null && <Failure failure={saving.failure} />}
        {children}
        <output className={styles['done']}>{saving?.done}</output>
      </div>
    </section>
  );
}

export function Failure({ failure }: { readonly failure: AuthFailure }) {
  return (
    <Notice tone="fault" role="alert" title={failure.title}>
      {failure.help.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}
