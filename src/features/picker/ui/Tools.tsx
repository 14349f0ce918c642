import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { Segments } from '#ui/react/Segments.tsx';
import {
  $canRedo,
  $canUndo,
  $paint,
  $part,
  $tool,
  redo,
  undo,
  type PaintedPart,
  type Tool,
} from '../store/design-desk.ts';
import { mirror, paintName } from './paint-actions.ts';
import styles from './picker.module.css';

const tools: readonly { readonly value: Tool; readonly label: string }[] = [
  { value: 'brush', label: 'Key' },
  { value: 'row', label: 'Row' },
  { value: 'group', label: 'Group' },
  { value: 'fill', label: 'All of one colour' },
  { value: 'swap', label: 'Swap two' },
  { value: 'pick', label: 'Pick colour' },
];
const parts: readonly { readonly value: PaintedPart; readonly label: string }[] = [
  { value: 'cap', label: 'Caps' },
  { value: 'legend', label: 'Legends' },
];

export type ColourKey = {
  /** Whether its press folds the colours away; undefined where they stay. */
  readonly isOpen: boolean | undefined;
  readonly onPress: () => void;
};

type Props = {
  readonly typing: boolean;
  readonly onTyping: (typing: boolean) => void;
  readonly colours: ColourKey;
};

function CurrentColour({ isOpen, onPress }: ColourKey) {
  const paint = useStore($paint);
  return (
    <button
      type="button"
      className={styles['current']}
      aria-label={`Colour ${paintName(paint)}`}
      aria-expanded={isOpen}
      onClick={onPress}
    >
      <span className={styles['cap']} style={{ '--cap': paint.hex } as React.CSSProperties} />
      <span>
        <span className="legend">Colour</span>
        <b data-current>{paintName(paint)}</b>
      </span>
      <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5.5 9.5 12 16l6.5-6.5" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  );
}

export function Tools({ typing, onTyping, colours }: Props) {
  const [tool, part] = [useStore($tool), useStore($part)];
  const [canUndo, canRedo] = [useStore($canUndo), useStore($canRedo)];
  return (
    <section className={styles['tools']} aria-label="Tools">
      <CurrentColour {...colours} />
      <div className={styles['brushes']}>
        <Segments
          legend="Brush"
          value={tool}
          choices={tools}
          onChange={(value) => $tool.set(value)}
        />
        <Segments
          legend="Caps or legends"
          value={part}
          choices={parts}
          onChange={(value) => $part.set(value)}
        />
        <Button size="small" onClick={mirror}>
          Mirror
        </Button>
        <Button size="small" aria-pressed={typing} onClick={() => onTyping(!typing)}>
          Paint by typing
        </Button>
      </div>
      <span className={styles['steps']}>
        <Button size="small" disabled={!canUndo} onClick={undo}>
          Undo
        </Button>
        <Button size="small" disabled={!canRedo} onClick={redo}>
          Redo
        </Button>
      </span>
    </section>
  );
}
