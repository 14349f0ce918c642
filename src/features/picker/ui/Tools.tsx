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

type Props = { readonly typing: boolean; readonly onTyping: (typing: boolean) => void };

export function Tools({ typing, onTyping }: Props) {
  const [tool, part, paint] = [useStore($tool), useStore($part), useStore($paint)];
  const [canUndo, canRedo] = [useStore($canUndo), useStore($canRedo)];
  return (
    <section className={styles['tools']} aria-label="Tools">
      <p className={styles['current']}>
        <span className={styles['cap']} style={{ '--cap': paint.hex } as React.CSSProperties} />
        <span>
          <span className="legend">Colour</span>
          <b data-current>{paintName(paint)}</b>
        </span>
      </p>
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
      <span className={styles['steps']}>
        <Button size="small" onClick={mirror}>
          Mirror
        </Button>
        <Button size="small" aria-pressed={typing} onClick={() => onTyping(!typing)}>
          Paint by typing
        </Button>
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
