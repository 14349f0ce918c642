/**
 * The only way a board becomes a picture: the same spec always gives the same SVG, whole or key by
 * key. It needs no DOM, clock, font or chance.
 */
import type { BoardSpec, KeyColours } from './board-spec.ts';
import { round2, type Point } from './camera.ts';
import { caseSides, caseTop, footHeight, pathOf, wellPath, type CaseLook } from './case-markup.ts';
import { flatKeyMarkup, keyMarkup, type KeyLook } from './key-markup.ts';
import { ring, turn } from './outline.ts';
import { prepareBoard, keyCorners, type PreparedBoard } from './prepare-board.ts';
import { sharedGradients, shadowFilter } from './shared-gradients.ts';
import { studioBackground, type Frame } from '../product-picture/studio.ts';

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
  return board.view === 'flat'
    ? flatKeyMarkup(key, board.camera, look)
    : keyMarkup(key, board.camera, 0, look);
}

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

function groundShadow(board: PreparedBoard, look: CaseLook | null): string {
  const id = board.idPrefix;
  const flat = board.camera.flat;
  const far = flat ? 0.22 : 0.1;
  const path =
    look === null
      ? wellPath(board.layout.keys, board.camera, 0, -0.05)
      : pathOf(
          ring(look.hull, flat ? 0.02 : -0.1, look.style.cornerRadius, 5).map(([x, y]) =>
            board.camera.project(x + far, y + far * 1.6, footHeight(look, y)),
          ),
        );
  return (
    `<path filter="url(#${id}far)" fill="#000" fill-opacity=".3" d="${path}"/>` +
    `<path filter="url(#${id}close)" fill="#000" fill-opacity=".38" d="${path}"/>`
  );
}

/** Shadows of all caps on the plate, in one path and one blur. */
function keyShadows(board: PreparedBoard, look: CaseLook | null): string {
  const id = board.idPrefix;
  const z = look === null ? -0.05 : look.style.wall < 0 ? look.style.wall + 0.06 : -0.16;
  const path = wellPath(board.layout.keys, board.camera, 0.0, z);
  const clip = look !== null && look.style.wall >= 0 ? ` clip-path="url(#${id}well)"` : '';
  return `<g${clip}><path filter="url(#${id}soft)" fill="#000" fill-opacity=".6" d="${path}"/></g>`;
}

function frameOf(board: PreparedBoard, look: CaseLook | null): Frame {
  const { camera, spec } = board;
  const points: Point[] = board.layout.keys
    .flatMap(keyCorners)
    .flatMap(([x, y]) => [camera.project(x, y, 0), camera.project(x, y, 0.5)]);
  if (look !== null)
    for (const [x, y] of look.hull)
      points.push(camera.project(x, y, look.style.wall), camera.project(x, y, footHeight(look, y)));
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const margin = spec.scene?.background === undefined ? 14 : 90;
  const [x0, y0] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  let width = Math.max(...xs) + margin - x0;
  let height = Math.max(...ys) + margin - y0;
  const grow = spec.aspect === undefined ? 0 : spec.aspect * height - width;
  const [wider, taller] = [
    Math.max(grow, 0),
    spec.aspect === undefined ? 0 : Math.max(width / spec.aspect - height, 0),
  ];
  width += wider;
  height += taller;
  return {
    x: round2(x0 - wider / 2),
    y: round2(y0 - taller / 2),
    width: round2(width),
    height: round2(height),
  };
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function drawBoard(spec: BoardSpec): string {
  const board = prepareBoard(spec);
  const look = caseLook(board);
  const id = board.idPrefix;
  const frame = frameOf(board, look);
  const width = spec.width ?? Math.round(frame.width);
  const height = round2((width * frame.height) / frame.width);
  const flat = board.view === 'flat';
  const background = spec.scene?.background;
  const shadow = !flat && spec.scene?.shadow !== false;
  const title = spec.title === undefined ? '' : `<title>${escapeXml(spec.title)}</title>`;
  const body = [
    background === undefined ? '' : studioBackground(frame, background, id),
    shadow && background !== undefined ? groundShadow(board, look) : '',
    look === null
      ? ''
      : caseSides(look, board.camera) + caseTop(look, board.layout.keys, board.camera),
    shadow ? keyShadows(board, look) : '',
    `<g>${keysFarToNear(board)
      .map((index) => drawKey(board, index))
      .join('')}</g>`,
  ].join('');
  const filters = shadow
    ? shadowFilter(`${id}far`, 26) + shadowFilter(`${id}close`, 7) + shadowFilter(`${id}soft`, 3)
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${frame.x} ${frame.y} ${frame.width} ${frame.height}" width="${width}" height="${height}" role="img">${title}<defs>${sharedGradients(id)}${filters}</defs>${body}</svg>`;
}
