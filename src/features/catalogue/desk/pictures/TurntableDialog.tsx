import { useEffect, useRef, useState } from 'react';
import { FileDrop } from '#desk-kit/ui/FileDrop.tsx';
import { Progress } from '#desk-kit/ui/Progress.tsx';
import { textOf } from '#desk-kit/model/desk-row.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import styles from '#ui/styles/desk.module.css';
import { openTurntable } from '#ui/turntable.ts';
import { patchPart, type PartDraft } from '../../model/form/product-form.ts';
import { addPicture, editProduct, readPicture } from '../../store/desk-product.ts';
import { pictureFiles } from '../UploadDrop.tsx';
import { reversed, sheetOf, type Sheet } from './take-turntable.ts';
import own from './turntable.module.css';

type Props = { readonly row: PartDraft<'images'>; readonly onClose: () => void };
type Work = { readonly done: number; readonly all: number };

async function savedSheet(row: PartDraft<'images'>): Promise<Sheet | null> {
  const blob = await readPicture(textOf(row, 'turn_path'));
  return blob && { blob, frames: Number(row.values.turn_frames) };
}

/** Photographs all the way round, which shoppers turn in place of this one. */
export function TurntableDialog({ row, onClose }: Props) {
  const isSaved = textOf(row, 'turn_path') !== '';
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [work, setWork] = useState<Work | null>(isSaved ? { done: 0, all: 1 } : null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!isSaved) return;
    let isHere = true;
    const load = async () => {
      const saved = await savedSheet(row);
      if (!isHere) return;
      setSheet(saved);
      setWork(null);
      if (saved === null) setProblem('The photos could not be loaded. Add them again.');
    };
    void load();
    return () => {
      isHere = false;
    };
  }, [isSaved, row]);

  async function replaceBy(all: number, made: Promise<Sheet | string>) {
    setProblem(null);
    setWork({ done: 0, all });
    const given = await made.catch(() => 'This browser can’t join the photos. Use smaller ones.');
    setWork(null);
    if (typeof given === 'string') return setProblem(given);
    setSheet(given);
    setChanged(true);
  }
  const take = (files: readonly File[]) =>
    void replaceBy(
      files.length,
      sheetOf(files, (done) => setWork({ done, all: files.length })),
    );
  const patch = (turn_path: string | null, turn_frames: number | null) => {
    editProduct((form) => patchPart(form, 'images', row.id, { turn_path, turn_frames }));
    onClose();
  };
  async function keep({ blob, frames }: Sheet) {
    setWork({ done: 0, all: 1 });
    const path = await addPicture(blob, `${crypto.randomUUID()}.webp`);
    setWork(null);
    if (path === null) return setProblem('The photos could not be uploaded. Try again.');
    patch(path, frames);
  }
  return (
    <DeskDialog
      open
      wide
      title="Turntable"
      unsaved={isChanged}
      onClose={onClose}
      renderFoot={(close) => (
        <>
          {isSaved && (
            <Button look="danger" onClick={() => patch(null, null)}>
              Remove the turntable
            </Button>
          )}
          <Button onClick={close}>Cancel</Button>
          <Button
            look="primary"
            disabled={!isChanged}
            pending={isChanged && work !== null}
            onClick={() => void (sheet && keep(sheet))}
          >
            Use these photos
          </Button>
        </>
      )}
    >
      <div className={own['turntable']}>
        {problem !== null && <p role="alert">{problem}</p>}
        {sheet !== null && <Turning sheet={sheet} />}
        {sheet !== null && (
          <div className={own['line']}>
            <output className={styles['small']}>{sheet.frames} photos</output>
            <Button
              size="small"
              disabled={work !== null}
              onClick={() => void replaceBy(1, reversed(sheet))}
            >
              Turn the other way
            </Button>
          </div>
        )}
        <FileDrop
          {...pictureFiles}
          label={sheet ? 'Replace the photos' : 'Drop all photos here, or choose files'}
          multiple
          onFiles={take}
        >
          <span>
            8 to 24 photos from one place, while the thing is turned in even steps all the way
            round. They are ordered by file name.
          </span>
          {work !== null && work.all > 1 && (
            <Progress label="Joining the photos" value={work.done} goal={work.all} />
          )}
        </FileDrop>
      </div>
    </DeskDialog>
  );
}

function Turning({ sheet }: { readonly sheet: Sheet }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (current === null) return;
    return openTurntable(current, { frames: sheet.frames, read: async () => sheet.blob });
  }, [sheet]);
  return <div ref={place} className={own['stage']} />;
}
