/** It needs no DOM, clock, font or chance. */
import { mixRgb, parseColour, rgbToHex, rgbToOklab } from '../colour.ts';
import { studioBackground, titleMarkup } from '../product-picture/studio.ts';
import { backMarkup } from './back-markup.ts';
import { frameOf } from './board-frame.ts';
import { lightOnTable } from './board-light.ts';
import { groundShadow, keyShadows, shadowFilters } from './board-shadow.ts';
import type { BoardSpec, KeyColours } from './board-spec.ts';
import { round2 } from './camera.ts';
import { caseSides, caseTop, type CaseLook } from './case-markup.ts';
import { FOOT_SLOPE } from './case-style.ts';
import { inkOn } from '../part-names.ts';
import { CAP_LIFT, explodedMarkup, layerNames } from './exploded-markup.ts';
import { flatKeyMarkup, keyMarkup, type KeyLook } from './key-markup.ts';
import { keysFarToNear } from './key-order.ts';
import { knobMarkup } from './knob-markup.ts';
import { prepareBoard, type PreparedBoard } from './prepare-board.ts';
import { rearMarkup } from './rear-markup.ts';
import { finishGradients, polish, sharedGradients } from './shared-gradients.ts';
import type { Shades } from './tone.ts';

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
    isNear: board.view === 'detail' || board.view === 'corner',
    idPrefix: board.idPrefix,
  };
}

/** One key's markup, for a change of colour; `over` wins over the spec's own colours. */
export function drawKey(board: PreparedBoard, index: number, over: KeyColours = {}): string {
  const key = board.layout.keys[index];
  if (key === undefined) return '';
  const lift = board.view === 'exploded' ? CAP_LIFT : 0;
  if (index === board.spec.knob) {
    const knob = knobMarkup(key, board.camera, lift, board.shades(board.spec.colours.weight));
    return `<g data-key="${index}" data-zone="${board.zones[index] ?? 'alphas'}">${knob}</g>`;
  }
  const look = lookOf(board, index, over);
  if (board.view === 'flat') return flatKeyMarkup(key, board.camera, look);
  return keyMarkup(key, board.camera, lift, look);
}

/** How much of the light within comes through a shell: all through a pale one, a little through smoke. */
function passingShare(shell: string): number {
  const rgb = parseColour(shell);
  return rgb === null ? 1 : Math.min(Math.max((rgbToOklab(rgb).l - 0.5) / 0.3, 0), 1);
}

/** A lit shell has less shade: the light comes from within. */
const lit =
  (shell: Shades, passing: number): Shades =>
  (light) =>
    shell(light + (1 - light) * 0.2 * passing);

const warmed = (shell: string, glow: string, share: number): string => {
  const [cold, warm] = [parseColour(shell), parseColour(glow)];
  return cold === null || warm === null ? shell : rgbToHex(mixRgb(cold, warm, share));
};

function caseLook(board: PreparedBoard): CaseLook | null {
  const { style, spec } = board;
  if (style === null) return null;
  // Apart or turned over, nothing is plugged in.
  const glow = ['exploded', 'back'].includes(board.view) ? undefined : spec.glow;
  const passing = passingShare(spec.colours.case);
  const shell = (share: number) =>
    glow === undefined
      ? board.shades(spec.colours.case)
      : lit(board.shades(warmed(spec.colours.case, glow, share * passing * passing)), passing);
  return {
    style,
    hull: board.hull,
    case: shell(0.35),
    side: shell(0.75),
    glow: glow === undefined ? null : board.shades(glow),
    passing,
    isWeighted: spec.isWeighted ?? true,
    hasThumbScrew: spec.hasThumbScrew ?? false,
    accent: board.shades(spec.colours.weight),
    plate: board.shades(spec.colours.plate),
    idPrefix: board.idPrefix,
    footNear: style.wall - style.thickness,
    slope: FOOT_SLOPE,
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
    return (
      explodedMarkup(look, layout.keys, camera, board.shades('#1f4d3a')) +
      keys +
      layerNames(look, camera, inkOn(board.spec.scene?.background ?? '#ffffff'))
    );
  const body =
    look === null
      ? ''
      : caseSides(look, camera) + rearMarkup(board, look) + caseTop(look, layout.keys, camera);
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
  const finish = look?.style.finish;
  const defs =
    sharedGradients(id) +
    finishGradients(id, finish) +
    (board.view === 'back' || finish === 'brass' ? polish(id) : '') +
    (shadow ? shadowFilters(id) : '');
  const body = [
    background === undefined ? '' : studioBackground(frame, background, id),
    shadow && background !== undefined ? groundShadow(board, look) + lightOnTable(board, look) : '',
    boardMarkup(board, look, shadow),
  ].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${frame.x} ${frame.y} ${frame.width} ${frame.height}" width="${width}" height="${height}" role="img">${titleMarkup(spec.title)}<defs>${defs}</defs>${body}</svg>`;
}
