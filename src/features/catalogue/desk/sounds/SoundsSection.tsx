import { Suspense, use } from 'react';
import { RowFields } from '#desk-kit/ui/RowFields.tsx';
import { numberOf, textOf } from '#desk-kit/model/desk-row.ts';
import { playSound } from '#ui/sound-player.ts';
import { lengthWords, waveBox, wavePath } from '#ui/sound-wave.ts';
import styles from '#ui/styles/desk.module.css';
import sound from '#ui/styles/sound.module.css';
import { patchPart, type PartDraft, type ProductForm } from '../../model/form/product-form.ts';
import type { SectionMark } from '../../model/form/product-sections.ts';
import { editProduct, linkOfSound } from '../../store/desk-product.ts';
import { EditorSection } from '../EditorSection.tsx';
import { PartHead } from '../PartHead.tsx';
import { UploadDrop, useUploads } from '../UploadDrop.tsx';
import { soundFields } from '../product-fields.ts';
import { takeSound } from './take-sound.ts';

type Props = { readonly form: ProductForm; readonly mark: SectionMark | null };

/** Recordings of typing, in the order of the product's page. */
export function SoundsSection({ form, mark }: Props) {
  const uploads = useUploads((file) => takeSound(file, form.product.id));
  return (
    <EditorSection name="Sounds" part="sounds" mark={mark}>
      <UploadDrop
        uploads={uploads}
        label="Drop sounds here, or choose files"
        accept="audio/mpeg,audio/mp4,audio/x-m4a,audio/aac,audio/ogg,audio/wav,.mp3,.m4a,.aac,.ogg,.opus,.wav"
        hint="MP3, M4A, AAC, Ogg or WAV, at most 60 seconds and 3 MB. Say in the title what is heard, and on what: plate, keycaps, board. Sounds stay private until published."
      />
      {form.sounds.map((row) => (
        <div key={row.id} className={styles['picture']} data-part={row.id}>
          <PartHead part="sounds" id={row.id} name={textOf(row, 'title') || 'New sound'} />
          <Suspense fallback={<div className={`${sound['row']} ${sound['bare']}`} />}>
            <SoundKey row={row} />
          </Suspense>
          <RowFields
            row={row}
            fields={soundFields}
            onPatch={(patch) => editProduct((form) => patchPart(form, 'sounds', row.id, patch))}
          />
        </div>
      ))}
    </EditorSection>
  );
}

const peaksIn = (row: PartDraft<'sounds'>): readonly number[] => {
  const { peaks } = row.values;
  return Array.isArray(peaks) ? peaks.map(Number) : [];
};

/** Ends what plays when it leaves the page. */
const whileShown = (row: HTMLDivElement | null) => (row === null ? undefined : playSound(row));

/** Heard as shoppers hear it. */
function SoundKey({ row }: { readonly row: PartDraft<'sounds'> }) {
  const address = use(linkOfSound(textOf(row, 'storage_path')));
  const title = textOf(row, 'title') || 'New sound';
  const lengthMs = numberOf(row, 'duration_ms') ?? 0;
  const peaks = peaksIn(row);
  return (
    <div
      key={address}
      ref={whileShown}
      className={`${sound['row']} ${sound['bare']}`}
      data-length={lengthMs}
    >
      <button type="button" aria-label={`Play “${title}”`}>
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path d="M8 5v14l11-7z" />
          <path d="M7 5h4v14H7zm6 0h4v14h-4z" />
        </svg>
      </button>
      <span data-time>{lengthWords(lengthMs)}</span>
      <span data-wave>
        <svg viewBox={waveBox(peaks)} preserveAspectRatio="none" aria-hidden="true">
          <path d={wavePath(peaks)} />
        </svg>
      </span>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nothing is said in it */}
      <audio preload="none" src={address} aria-label={title} />
    </div>
  );
}
