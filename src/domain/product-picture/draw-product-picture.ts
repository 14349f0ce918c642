/**
 * The only way a picture's spec becomes a picture, whatever it shows: boards, artisans, kits and
 * other goods. The same spec always gives the same SVG.
 */
import { drawArtisan } from '../artisan/draw-artisan.ts';
import { drawBoard } from '../board/draw-board.ts';
import { eyeAt } from '../solid/eye.ts';
import { solidPicture } from '../solid/picture.ts';
import { kitSheetBoard } from './kit-sheet.ts';
import type { ObjectModel } from './object-model.ts';
import { foam, pcb, plate, screwdriver } from './objects/board-parts.ts';
import { carryCase, coiledCable, deskMat, lubeJar, tray, wristRest } from './objects/desk.ts';
import {
  explodedSwitch,
  keycapPuller,
  knob,
  stabiliser,
  switchModel,
  switchPuller,
} from './objects/switches.ts';
import type { ObjectKind, ObjectSpec, ProductPictureSpec } from './product-picture-spec.ts';
import { DEFAULT_BACKGROUND, studioBackground } from './studio.ts';

const MODELS: Record<ObjectKind, ObjectModel> = {
  switch: switchModel,
  'switch-exploded': explodedSwitch,
  stabiliser,
  'coiled-cable': coiledCable,
  'desk-mat': deskMat,
  'wrist-rest': wristRest,
  'lube-jar': lubeJar,
  'switch-puller': switchPuller,
  'keycap-puller': keycapPuller,
  screwdriver,
  plate,
  pcb,
  'carry-case': carryCase,
  tray,
  foam,
  knob,
};

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function drawObject(spec: ObjectSpec): string {
  const model = MODELS[spec.kind];
  const order = { colours: spec.colours, variant: spec.variant ?? 0, seed: spec.seed ?? 1 };
  const picture = solidPicture(
    model.parts(order),
    eyeAt(model.eye),
    spec.resolution ?? 800,
    `${spec.kind} ${order.variant} ${order.seed}`,
  );
  const width = spec.width ?? 800;
  const frame = { x: 0, y: 0, width: 800, height: 800 };
  const title = spec.title === undefined ? '' : `<title>${escapeXml(spec.title)}</title>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="${width}" height="${width}" role="img">${title}` +
    studioBackground(frame, spec.background ?? DEFAULT_BACKGROUND, 'p') +
    `<image href="${picture}" x="0" y="0" width="800" height="800"/></svg>`
  );
}

export function drawProductPicture(spec: ProductPictureSpec): string {
  switch (spec.kind) {
    case 'board':
      return drawBoard(spec);
    case 'artisan':
      return drawArtisan(spec);
    case 'kit-sheet':
      return drawBoard(kitSheetBoard(spec));
    default:
      return drawObject(spec);
  }
}
