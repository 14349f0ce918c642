import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import styles from '#ui/styles/desk.module.css';
import type { PictureSize } from '../../model/crop.ts';
import {
  cutAround,
  focusAt,
  focusOf,
  frames,
  isMiddle,
  middle,
  moveFocus,
  sizeOf,
  type Focus,
  type Frame,
} from '../../model/focus.ts';
import { patchPart, type PartDraft } from '../../model/form/product-form.ts';
import { editProduct } from '../../store/desk-product.ts';
import own from './focus.module.css';

type Props = {
  readonly row: PartDraft<'images'>;
  readonly address: string;
  readonly onClose: () => void;
};

const shown: readonly { readonly frame: Frame; readonly title: string }[] = [
  { frame: 'card', title: 'Card' },
  { frame: 'square', title: 'Square' },
  { frame: 'share', title: 'Link preview' },
];

const placeWords = ({ x, y }: Focus) =>
  isMiddle({ x, y }) ? 'The middle' : `${x}% across, ${y}% down`;

/** Where the subject of a photograph is. The photograph itself stays whole. */
export function FocusDialog({ row, address, onClose }: Props) {
  const picture = sizeOf(row);
  const before = focusOf(row);
  const [focus, setFocus] = useState(before);
  const isChanged = focus.x !== before.x || focus.y !== before.y;
  const set = () => {
    const patch = { focus_x: focus.x, focus_y: focus.y };
    editProduct((form) => patchPart(form, 'images', row.id, patch));
    onClose();
  };
  return (
    <DeskDialog
      open
      wide
      title="Focus point"
      unsaved={isChanged}
      onClose={onClose}
      renderFoot={(close) => (
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" onClick={set}>
            Set focus point
          </Button>
        </>
      )}
    >
      <div className={own['focus']}>
        <Stage picture={picture} address={address} focus={focus} onFocus={setFocus} />
        <div className={own['place']}>
          <output className={styles['small']}>{placeWords(focus)}</output>
          <Button size="small" onClick={() => setFocus(middle)}>
            Reset to the middle
          </Button>
        </div>
        <div className={own['cuts']}>
          {shown.map(({ frame, title }) => (
            <CutPreview
              key={frame}
              title={title}
              address={address}
              picture={picture}
              part={cutAround(picture, { ratio: frames[frame], ...focus })}
            />
          ))}
        </div>
      </div>
    </DeskDialog>
  );
}

type StageProps = {
  readonly picture: PictureSize;
  readonly address: string;
  readonly focus: Focus;
  readonly onFocus: (focus: Focus) => void;
};

const steps: Readonly<Record<string, Focus>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const wideStep = 10;
/** One for each, since a slider that is swiped at has one axis; arrow keys move the point from both. */
const axes = { x: 'Focus point from the left', y: 'Focus point from the top' } as const;

/** The point goes to where the picture is pressed, and follows the pointer from there. */
function Stage({ picture, address, focus, onFocus }: StageProps) {
  const hint = useId();
  const point = useRef<HTMLInputElement>(null);
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onFocus(focusAt((clientX - left) / width, (clientY - top) / height));
  };
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const by = event.shiftKey ? wideStep : 1;
    onFocus(moveFocus(focus, { x: step.x * by, y: step.y * by }));
  };
  return (
    <>
      <p id={hint} className={own['hint']}>
        Press or drag on the subject of the photo, or use the arrow keys (with Shift for larger
        steps). Where the shop shows a part of the photo, it shows this point.
      </p>
      <div
        className={own['stage']}
        // Its place is there before the file is, and is no taller than leaves room for the rest.
        style={{
          aspectRatio: `${picture.width} / ${picture.height}`,
          inlineSize: `min(100%, 45dvb * ${picture.width / picture.height})`,
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
        }}
        onPointerUp={() => point.current?.focus()}
      >
        <img src={address} alt="" draggable={false} />
        {(['x', 'y'] as const).map((axis) => (
          <input
            key={axis}
            ref={axis === 'x' ? point : undefined}
            className={own['point']}
            type="range"
            min={0}
            max={100}
            value={focus[axis]}
            aria-label={axes[axis]}
            aria-describedby={hint}
            aria-valuetext={placeWords(focus)}
            style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
            onChange={({ target }) => onFocus({ ...focus, [axis]: Number(target.value) })}
            onKeyDown={move}
          />
        ))}
      </div>
    </>
  );
}

type CutProps = {
  readonly title: string;
  readonly address: string;
  readonly picture: PictureSize;
  readonly part: ReturnType<typeof cutAround>;
};

function CutPreview({ title, address, picture, part }: CutProps) {
  const { x, y, width, height } = part;
  return (
    <figure>
      <svg viewBox={`${x} ${y} ${width} ${height}`} aria-hidden="true">
        <image href={address} width={picture.width} height={picture.height} />
      </svg>
      <figcaption>{title}</figcaption>
    </figure>
  );
}
