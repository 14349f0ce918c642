import { useEffect, useRef } from 'react';
import type { BoardView } from '#drawing/board/board-spec.ts';
import { drawBoard } from '#drawing/board/draw-board.ts';
import { designBoard } from '../model/design-picture.ts';
import type { Design } from '../model/design.ts';
import styles from './still-board.module.css';
import { svgNodes } from './svg-nodes.ts';

type Props = {
  readonly design: Design;
  /** Null where its name stands beside it. */
  readonly name: string | null;
  readonly view: BoardView;
  readonly id: string;
};

/** A design as a picture: drawn once, nothing to press. */
export function StillBoard({ design, name, view, id }: Props) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const spec = designBoard(design, {
      view,
      idPrefix: `d${id}`,
      // Cards of one shelf are of one shape, whatever the layout.
      ...(view === 'flat' ? { aspect: 2.2 } : {}),
    });
    host.current?.replaceChildren(svgNodes(drawBoard(spec)));
    host.current?.firstElementChild?.setAttribute('aria-hidden', 'true');
  }, [design, view, id]);
  const said = name === null ? {} : ({ role: 'img', 'aria-label': `The design ${name}` } as const);
  return (
    // The drawing is made of nodes, for which there is no img.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div ref={host} className={styles['still']} {...said} />
  );
}
