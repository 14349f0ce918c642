import { useRef, useState } from 'react';
import { DeskLink } from '#desk-kit/gate/DeskLink.tsx';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { ConfirmDialog } from '#ui/react/ConfirmDialog.tsx';
import { Field } from '#ui/react/Field.tsx';
import { useUnsaved } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';
import { fileName, sizeWords, type MediaPicture, type MediaUse } from '../../model/media.ts';
import { deletePicture, describePicture, replacePicture } from '../../store/desk-media.ts';
import own from './media.module.css';
import { Thumbnail } from './Thumbnail.tsx';

type Props = { readonly picture: MediaPicture; readonly link: string | undefined };

const leastAlt = 3;

export function MediaTile({ picture, link }: Props) {
  const [measured, setMeasured] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { image_id: imageId, width, height, bytes, path } = picture;
  const size = width === null ? measured : `${width} × ${height} px`;
  return (
    <li className={own['tile']}>
      <Thumbnail
        picture={picture}
        link={link}
        onSize={(wide, high) => setMeasured(`${wide} × ${high} px`)}
      />
      <div className={own['words']}>
        <b className={own['name']} title={path}>
          {fileName(path)}
        </b>
        <span className={styles['small']}>
          {[
            size,
            bytes === null ? null : sizeWords(bytes),
            picture.is_drawn ? 'drawn by the shop' : null,
          ]
            .filter((each) => each !== null)
            .join(' · ')}
        </span>
        <Uses picture={picture} />
        {imageId !== null && <AltText key={picture.alt} picture={picture} />}
        <div className={styles['line']}>
          {imageId !== null && <Replace picture={picture} onDone={setProblem} />}
          {!picture.is_used && <Delete picture={picture} onDone={setProblem} />}
        </div>
        {problem !== null && (
          <p role="alert" className={`${styles['fault']} ${styles['small']}`}>
            {problem}
          </p>
        )}
      </div>
    </li>
  );
}

function UseLink({ kind, record, title }: MediaUse) {
  return kind === 'update' ? (
    <DeskLink desk="content" search={`?tab=updates&q=${encodeURIComponent(record)}`}>
      Update: {title}
    </DeskLink>
  ) : (
    <DeskLink desk="colorways" search={`?q=${encodeURIComponent(record)}`}>
      Sample: {title}
    </DeskLink>
  );
}

/** Where it is shown, with the way there. */
function Uses({ picture }: Pick<Props, 'picture'>) {
  const { product_id: productId, product, uses } = picture;
  if (!picture.is_used) return <Badge tone="plain">Unused</Badge>;
  return (
    <ul className={own['uses']} aria-label="Used in">
      {productId !== null && (
        <li>
          <DeskLink desk="products" search={`?product=${productId}`}>
            {product}
          </DeskLink>
        </li>
      )}
      {uses.map((use) => (
        <li key={`${use.kind} ${use.record}`}>
          <UseLink {...use} />
        </li>
      ))}
    </ul>
  );
}

/** Saved by Enter or by leaving it. */
function AltText({ picture }: Pick<Props, 'picture'>) {
  const [alt, setAlt] = useState(picture.alt);
  const [problem, setProblem] = useState<string | null>(null);
  const isChanged = alt.trim() !== picture.alt;
  const isMissing = alt.trim().length < leastAlt;
  useUnsaved(isChanged);
  const isSaving = useRef(false);
  async function save() {
    // Enter saves it, and so does leaving the field for what Enter brought.
    if (!isChanged || isSaving.current) return;
    isSaving.current = true;
    setProblem(await describePicture(picture, alt.trim()));
    isSaving.current = false;
  }
  return (
    <form
      className={isMissing ? own['missing'] : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label="Alt text"
        maxLength={300}
        placeholder={isMissing ? 'Missing: say what it shows' : ''}
        error={problem ?? undefined}
        value={alt}
        onChange={({ currentTarget: { value } }) => setAlt(value)}
        onBlur={() => void save()}
      />
    </form>
  );
}

type ActionProps = {
  readonly picture: MediaPicture;
  /** What went wrong, or null. */
  readonly onDone: (problem: string | null) => void;
};

/** Asks with both: what is replaced is seen wherever it is used. */
function Replace({ picture, onDone }: ActionProps) {
  const [file, setFile] = useState<File | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function replace(chosen: File) {
    setFile(null);
    setBusy(true);
    onDone(await replacePicture(picture, chosen).finally(() => setBusy(false)));
  }
  const places = picture.uses.length + 1;
  return (
    <>
      <label className={own['replace']} aria-busy={isBusy}>
        {isBusy ? 'Replacing …' : 'Replace …'}
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          aria-label={`Replace ${fileName(picture.path)}`}
          onChange={({ currentTarget }) => {
            setFile(currentTarget.files?.[0] ?? null);
            currentTarget.value = '';
          }}
        />
      </label>
      {file !== null && (
        <ConfirmDialog
          open
          title="Replace this picture?"
          verb="Replace"
          look="primary"
          onConfirm={() => void replace(file)}
          onClose={() => setFile(null)}
        >
          <p>
            {file.name} takes its place in {places === 1 ? 'the one place' : `all ${places} places`}{' '}
            where it is used. Alt text and position stay. Shoppers see it after the next publishing.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Delete({ picture, onDone }: ActionProps) {
  const [isAsked, setAsked] = useState(false);
  async function remove() {
    setAsked(false);
    onDone(await deletePicture(picture));
  }
  const name = fileName(picture.path);
  return (
    <>
      <Button
        size="small"
        look="danger"
        aria-label={`Delete ${name}`}
        onClick={() => setAsked(true)}
      >
        Delete …
      </Button>
      {isAsked && (
        <ConfirmDialog
          open
          title="Delete this file?"
          verb="Delete"
          onConfirm={() => void remove()}
          onClose={() => setAsked(false)}
        >
          <p>
            {name} is deleted for good. Nothing shows it now; the history of a product that showed
            it once can’t bring it back.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
