/** It needs no DOM, clock, font or chance. */
import { studioBackground, titleMarkup } from '../product-picture/studio.ts';
import { backMarkup } from './back-markup.ts';
import { frameOf } from './board-frame.ts';
import { groundShadow, keyShadows, shadowFilters } from './board-shadow.ts';
import type { BoardSpec, KeyColours } from './board-spec.ts';
import { round2 } from './camera.ts';
import { caseSides, caseTop, type CaseLook } from './case-markup.ts';
import { CAP_LIFT, explodedMarkup } from './exploded-markup.ts';
import { flatKeyMarkup, keyMarkup, type KeyLook } from './key-markup.ts';
import { turn } from './outline.ts';
import { prepareBoard, type PreparedBoard } from './prepare-board.ts';
import { finishGradients, sharedGradients } from './shared-gradients.ts';

function lookOf(board: PreparedBoard, index: number, over: KeyColours): KeyLook {
  const { colours, keyColours, legends, profile } = board.spec;
  const zone = board.zones[index] ?? 'alphas';
  const zoneLegends = {
    alphas: colours.legends,
    modifiers: colours.modifierLegends ?? colours.legends,
    accents: colours.accentLegends ?? colours.modifierLegends ?? colours.legends,
  };
  const own = keyColours?.[index];
  const key = board.layout.keys[index];
  const row = key === undefined ? 0 : board.bottomY - key.y - key.height / 2;
  return {
    index,
    zone,
    cap: board.shades(over.cap ?? own?.cap ?? colours[zone]),
    legendColour: board.shades(over.legend ?? own?.legend ?? zoneLegends[zone])(0),
    legends: legends ?? 'on',
    profile: profile ?? 'cherry',
    rowFromBottom: Math.floor(row - (board.style?.bezel ?? 0)),
    idPrefix: board.idPrefix,
  };
}

/** One key's markup, for a change of colour; `over` wins over the spec's own colours. */
export function drawKey(board: PreparedBoard, index: number, over: KeyColours = {}): string {
  const key = board.layout.keys[index];
  if (key === undefined) return '';
  const look = lookOf(board, index, over);
  if (board.view === 'flat') return flatKeyMarkup(key, board.camera, look);
  return keyMarkup(key, board.camera, board.view === 'exploded' ? CAP_LIFT : 0, look);
}

/** Nearer caps hide those behind them, so they are drawn later. */
function keysFarToNear(board: PreparedBoard): number[] {
  const order = board.layout.keys.map((key, index) => {
    const [x, y] = turn(
      [key.x + key.width / 2, key.y + key.height / 2],
      key.rotation,
      key.rotationX,
      key.rotationY,
    );
    return { index, near: board.camera.nearness(x, y) };
  });
  if (board.camera.flat) return order.map(({ index }) => index);
  return order.toSorted((a, b) => a.near - b.near || a.index - b.index).map(({ index }) => index);
}

function caseLook(board: PreparedBoard): CaseLook | null {
  const { style, spec } = board;
  if (style === null) return null;
  return {
    style,
    hull: board.hull,
    case: board.shades(spec.colours.case),
    accent: board.shades(spec.colours.weight),
    plate: board.shades(spec.colours.plate),
    idPrefix: board.idPrefix,
    footNear: style.wall - style.thickness,
    slope: 0.11,
    nearY: board.bottomY,
  };
}

function boardMarkup(board: PreparedBoard, look: CaseLook | null, shadow: boolean): string {
  const { camera, layout, view } = board;
  if (look !== null && view === 'back') return backMarkup(look, camera);
  const keys = `<g>${keysFarToNear(board)
    .map((index) => drawKey(board, index))
    .join('')}</g>`;
  if (look !== null && view === 'exploded')
    return explodedMarkup(look, layout.keys, camera, board.shades('#1f4d3a')) + keys;
  const body = look === null ? '' : caseSides(look, camera) + caseTop(look, layout.keys, camera);
  return body + (shadow ? keyShadows(board, look) : '') + keys;
}

export function drawBoard(spec: BoardSpec): string {
  const board = prepareBoard(spec);
  const look = caseLook(board);
  const id = board.idPrefix;
  const frame = frameOf(board, look);
  const width = spec.width ?? Math.round(frame.width);
  const height = round2((width * frame.height) / frame.width);
  const background = spec.scene?.background;
  const shadow = board.view !== 'flat' && spec.scene?.shadow !== false;
  const finish = board.view === 'back' ? 'brass' : look?.style.finish;
  const defs =
    sharedGradients(id) + finishGradients(id, finish) + (shadow ? shadowFilters(id) : '');
  const body = [
    background === undefined ? '' : studioBackground(frame, background, id),
    shadow && background !== undefined ? groundShadow(board, look) : '',
    boardMarkup(board, look, shadow),
  ].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${frame.x} ${frame.y} ${frame.width} ${frame.height}" width="${width}" height="${height}" role="img">${titleMarkup(spec.title)}<defs>${defs}</defs>${body}</svg>`;
}
