import { useRef, useState, type PointerEvent } from 'react';
import { middleCrop, moveCrop, partOf, type Crop, type CropShape } from '../../model/crop.ts';
import { focusOf, focusWithin, sizeOf } from '../../model/focus.ts';
import { textOf } from '#desk-kit/model/desk-row.ts';
import { patchPart, type PartDraft } from '../../model/form/product-form.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Segments } from '#ui/react/Segments.tsx';
import { cropImage } from '#shared/shrink-image.ts';
import { addPicture, editProduct, readPicture } from '../../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import own from './crop.module.css';

type Props = {
  readonly row: PartDraft<'images'>;
  readonly address: string;
  readonly onClose: () => void;
};

const shapes: readonly { readonly value: CropShape; readonly label: string }[] = [
  { value: 'landscape', label: '4 : 3' },
  { value: 'square', label: '1 : 1' },
  { value: 'portrait', label: '3 : 4' },
];
const sliders = [
  { name: 'size', title: 'Size', least: 0.1 },
  { name: 'across', title: 'Horizontal position', least: 0 },
  { name: 'down', title: 'Vertical position', least: 0 },
] as const;

/** A part of a picture becomes the picture. The whole one stays among the drafts, for history to bring back. */
export function CropDialog({ row, address, onClose }: Props) {
  const picture = sizeOf(row);
  const [whole] = useState<Crop>(middleCrop);
  const [crop, setCrop] = useState(whole);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const part = partOf(picture, crop);
  async function apply() {
    setBusy(true);
    const said = await takePart(row, part);
    setBusy(false);
    setProblem(said);
    if (said === null) onClose();
  }
  return (
    <DeskDialog
      open
      wide
      title="Crop the picture"
      unsaved={crop !== whole}
      onClose={onClose}
      renderFoot={() => (
        <>
          <Button onClick={onClose}>Keep the whole picture</Button>
          <Button look="primary" pending={isBusy} onClick={() => void apply()}>
            Crop
          </Button>
        </>
      )}
    >
      <div className={styles['stack']}>
        {problem !== null && <p role="alert">{problem}</p>}
        <div className={styles['line']}>
          <Segments
            legend="Shape"
            value={crop.shape}
            choices={shapes}
            onChange={(shape) => setCrop({ ...crop, shape })}
          />
          <output className={styles['small']}>
            {part.width} × {part.height} of {picture.width} × {picture.height} pixels
          </output>
        </div>
        <Stage picture={picture} crop={crop} address={address} onCrop={setCrop} />
        <div className={styles['fields']}>
          {sliders.map(({ name, title, least }) => (
            <label key={name} className={own['slider']}>
              {title}
              <input
                type="range"
                min={least}
                max={1}
                step={0.01}
                value={crop[name]}
                onChange={(event) => setCrop({ ...crop, [name]: Number(event.target.value) })}
              />
            </label>
          ))}
        </div>
      </div>
    </DeskDialog>
  );
}

type StageProps = {
  readonly picture: { readonly width: number; readonly height: number };
  readonly crop: Crop;
  readonly address: string;
  readonly onCrop: (crop: Crop) => void;
};

/** The part is moved with a mouse, a pen or a finger; the sliders below do the same by keys. */
function Stage({ picture, crop, address, onCrop }: StageProps) {
  const from = useRef<{ readonly x: number; readonly y: number; readonly crop: Crop } | null>(null);
  const { width, height } = picture;
  const { x, y, ...part } = partOf(picture, crop);
  const start = (event: PointerEvent<SVGSVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY, crop };
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    // The picture is as large as fits: one of the two leaves room at its sides.
    const scale = Math.max(width / box.width, height / box.height);
    const begun = from.current;
    if (begun === null) return;
    const right = (event.clientX - begun.x) * scale;
    onCrop(moveCrop(picture, begun.crop, right, (event.clientY - begun.y) * scale));
  };
  const end = () => {
    from.current = null;
  };
  const hole = `M0 0H${width}V${height}H0ZM${x} ${y}v${part.height}h${part.width}v${-part.height}Z`;
  return (
    <svg
      className={own['stage']}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <image href={address} width={width} height={height} />
      <path className={own['away']} d={hole} />
      <rect className={own['kept']} x={x} y={y} width={part.width} height={part.height} />
    </svg>
  );
}

async function takePart(
  row: PartDraft<'images'>,
  part: ReturnType<typeof partOf>,
): Promise<string | null> {
  const whole = await readPicture(textOf(row, 'storage_path'));
  if (whole === null) return 'The picture could not be loaded. Try again in a moment.';
  const cut = await cropImage(whole, part);
  if (typeof cut === 'string') return cut;
  const path = await addPicture(cut.blob, `${crypto.randomUUID()}.webp`);
  if (path === null) return 'The cropped picture could not be saved. Try again in a moment.';
  const { width, height, colour } = cut;
  const focus = focusWithin(sizeOf(row), part, focusOf(row));
  const patch = {
    storage_path: path,
    width,
    height,
    placeholder_colour: colour,
    focus_x: focus.x,
    focus_y: focus.y,
  };
  editProduct((form) => patchPart(form, 'images', row.id, patch));
  return null;
}
