import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { Field } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Segments } from '#ui/react/Segments.tsx';
import { designFragment } from '#features/designs/model/design-code.ts';
import { $design, $designName } from '../store/design-desk.ts';
import {
  $deskDesign,
  previewAddress,
  saveFromDesk,
  type DesignError,
  type DesignVisibility,
} from '#features/designs/store/saved-designs.ts';
import { routes } from '#routes.ts';
import { Done } from './Done.tsx';
import styles from './picker.module.css';

const visibilities: readonly { readonly value: DesignVisibility; readonly label: string }[] = [
  { value: 'private', label: 'Only me' },
  { value: 'unlisted', label: 'Anyone with the link' },
  { value: 'public', label: 'Everyone' },
];

type State =
  | { readonly kind: 'idle' | 'saving' }
  | { readonly kind: 'failed'; readonly error: DesignError }
  | { readonly kind: 'saved'; readonly code: string };

function Fault({ error }: { readonly error: DesignError }) {
  const isStale = error.reason === 'design_changed' || error.reason === 'design_used';
  return (
    <Notice tone="fault" role="alert" title="Not saved">
      <p>{error.message}</p>
      {isStale && (
        <Button size="small" onClick={() => $deskDesign.set(null)}>
          Save it as a new design instead
        </Button>
      )}
    </Notice>
  );
}

function CopyButton({ text, label }: { readonly text: () => string; readonly label: string }) {
  const [said, setSaid] = useState('');
  return (
    <>
      <Button
        size="small"
        onClick={() =>
          void navigator.clipboard
            .writeText(text())
            .then(() => setSaid('Copied'))
            .catch(() => setSaid('Your browser does not allow copying'))
        }
      >
        {label}
      </Button>
      <output>{said}</output>
    </>
  );
}

export function SaveDesign({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const name = useStore($designName);
  const desk = useStore($deskDesign);
  const [visibility, setVisibility] = useState<DesignVisibility>(desk?.visibility ?? 'unlisted');
  const [state, setState] = useState<State>({ kind: 'idle' });

  async function save(): Promise<void> {
    setState({ kind: 'saving' });
    const answer = await saveFromDesk(name.trim() || 'Untitled', visibility, $design.get());
    if (answer.ok) setState({ kind: 'saved', code: answer.value.code });
    else setState({ kind: 'failed', error: answer.error });
  }
  const link = () =>
    `${location.origin}${routes.colorpicker}${designFragment({ name, design: $design.get() })}`;

  return (
    <Dialog
      open={open}
      title={desk === null ? 'Save and share' : 'Save changes'}
      onClose={onClose}
      foot={
        <Button look="primary" pending={state.kind === 'saving'} onClick={() => void save()}>
          {desk === null ? 'Save it' : 'Save changes'}
        </Button>
      }
    >
      <div className={styles['panel']}>
        <Field
          label="Name"
          value={name}
          maxLength={80}
          placeholder="Untitled"
          onChange={({ currentTarget: { value } }) => $designName.set(value)}
        />
        <Segments
          legend="Who can see it"
          value={visibility}
          choices={visibilities}
          onChange={setVisibility}
        />
        {state.kind === 'failed' && <Fault error={state.error} />}
        {state.kind === 'saved' && (
          <Done>
            <b>Saved.</b> <a href={routes.design(state.code)}>Open its page</a>, or{' '}
            <CopyButton
              text={() => location.origin + routes.design(state.code)}
              label="copy its link"
            />
            <CopyButton
              text={() => previewAddress(state.code)}
              label="copy a link with a picture"
            />
          </Done>
        )}
        <section aria-label="Share without saving">
          <h2 className={styles['paletteTitle']}>Share without saving</h2>
          <p className={styles['note']}>The link holds the whole design.</p>
          <CopyButton text={link} label="Copy the design as a link" />
        </section>
      </div>
    </Dialog>
  );
}
