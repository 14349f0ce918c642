import { useEffect, useId, useRef, useState } from 'react';
import { Failure } from '#features/account/ui/Panel.tsx';
import type { AuthFailure } from '#features/account/store/auth-failure.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field, TextArea } from '#ui/react/Field.tsx';
import type { ShrunkImage } from '#shared/shrink-image.ts';
import { longest } from '../model/photo.ts';
import { preparePhoto, sendOwnPhoto } from '../store/own-photos.ts';
import styles from './photos.module.css';

type Props = { readonly lineId: string; readonly onSent: (words: string) => void };

interface Picture {
  /** Sent again with the same id, it is there once. */
  readonly id: string;
  readonly shrunk: ShrunkImage;
}

interface Typed {
  readonly note: string;
  readonly name: string;
  readonly isAgreed: boolean;
}

const nothing: Typed = { note: '', name: '', isAgreed: false };

/** Picks a picture, says what it shows and sends it. What was typed stays until it is there. */
export function NewPhoto({ lineId, onSent }: Props) {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [typed, setTyped] = useState(nothing);
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const isSending = share !== null;

  const send = async () => {
    setTried(true);
    if (picture === null || !typed.isAgreed || sending.current !== null) return;
    const controller = new AbortController();
    sending.current = controller;
    setFailure(null);
    setShare(0);
    const { id, shrunk } = picture;
    const words = { note: typed.note.trim(), name: typed.name.trim(), isAgreed: typed.isAgreed };
    const went = await sendOwnPhoto(
      { id, lineId, picture: shrunk, ...words },
      { signal: controller.signal, onProgress: setShare },
    );
    sending.current = null;
    setShare(null);
    if (went === 'cancelled') {
      // What was cancelled is forgotten under its id.
      setPicture({ id: crypto.randomUUID(), shrunk });
      return;
    }
    setFailure(went);
    if (went !== null) return;
    setPicture(null);
    setTyped(nothing);
    setTried(false);
    onSent('Your photo was sent. We look at it before it is shown.');
  };

  return (
    <form
      className={styles['form']}
      noValidate
      aria-label="Add a photo"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <PictureField
        picture={picture}
        isLocked={isSending}
        error={isTried && picture === null ? 'Choose a photo.' : null}
        onChange={setPicture}
      />
      <div className={styles['fields']}>
        <TextArea
          label="What it is built with"
          optional
          hint={`Switches, keycaps, plate: what others will ask. Up to ${longest.note} characters.`}
          rows={3}
          maxLength={longest.note}
          readOnly={isSending}
          value={typed.note}
          onChange={({ currentTarget }) => change({ note: currentTarget.value })}
        />
        <Field
          label="Name to show"
          optional
          hint="Leave it empty to be shown as “A customer”."
          maxLength={longest.name}
          autoComplete="nickname"
          readOnly={isSending}
          value={typed.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Agreement
          isAgreed={typed.isAgreed}
          isMissing={isTried && !typed.isAgreed}
          isLocked={isSending}
          onChange={(isAgreed) => change({ isAgreed })}
        />
      </div>
      {failure !== null && <Failure failure={failure} />}
      <div className={styles['keys']}>
        {isSending ? (
          <>
            <progress aria-label="Sending the photo" max={1} value={share} />
            <Button look="quiet" onClick={() => sending.current?.abort()}>
              Cancel
            </Button>
          </>
        ) : (
          <Button look="primary" type="submit">
            Send photo
          </Button>
        )}
      </div>
    </form>
  );
}

type AgreementProps = {
  readonly isAgreed: boolean;
  readonly isMissing: boolean;
  readonly isLocked: boolean;
  readonly onChange: (isAgreed: boolean) => void;
};

function Agreement({ isAgreed, isMissing, isLocked, onChange }: AgreementProps) {
  const id = useId();
  return (
    <div>
      <label className={styles['tick']}>
        <input
          type="checkbox"
          checked={isAgreed}
          disabled={isLocked}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? id : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <span>I took this photo. The shop may show it with my note and this name.</span>
      </label>
      {isMissing && (
        <p id={id} className={styles['fault']}>
          Tick this so that we may show the photo.
        </p>
      )}
    </div>
  );
}

type PictureProps = {
  readonly picture: Picture | null;
  readonly isLocked: boolean;
  readonly error: string | null;
  readonly onChange: (picture: Picture) => void;
};

function PictureField({ picture, isLocked, error, onChange }: PictureProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const hint = useId();
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setBusy(true);
    const shrunk = await preparePhoto(file);
    setBusy(false);
    setProblem(typeof shrunk === 'string' ? shrunk : null);
    if (typeof shrunk !== 'string') onChange({ id: crypto.randomUUID(), shrunk });
  };
  const fault = problem ?? (isBusy ? null : error);
  return (
    <div className={styles['picture']}>
      <label className={styles['drop']} data-fault={fault === null ? undefined : ''}>
        {picture !== null && <Preview key={picture.id} blob={picture.shrunk.blob} />}
        <span className={styles['choose']}>
          {isBusy ? 'Preparing…' : picture === null ? 'Choose a photo' : 'Choose another photo'}
        </span>
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-describedby={hint}
          disabled={isBusy || isLocked}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            void take(file);
            currentTarget.value = '';
          }}
        />
      </label>
      {fault !== null && (
        <p role="alert" className={styles['fault']}>
          {fault}
        </p>
      )}
      <p id={hint} className={styles['hint']}>
        Place, time and camera are removed before it leaves this device.
      </p>
    </div>
  );
}

function Preview({ blob }: { readonly blob: Blob }) {
  const [url] = useState(() => URL.createObjectURL(blob));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img src={url} alt="What you chose" />;
}
