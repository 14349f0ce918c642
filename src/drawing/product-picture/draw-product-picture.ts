/** The same spec always gives the same SVG. */
import { drawArtisan } from '../artisan/draw-artisan.ts';
import { drawBoard } from '../board/draw-board.ts';
import { eyeAt } from '../solid/eye.ts';
import { solidPicture } from '../solid/picture.ts';
import { kitSheetBoard } from './kit-sheet.ts';
import { eyeFor, type ObjectModel } from './object-model.ts';
import { pcb } from './objects/board-layers.ts';
import { coiledCable, straightCable } from './objects/cable.ts';
import { carryCase, tray } from './objects/cases.ts';
import { foam } from './objects/foam.ts';
import { knob } from './objects/knob.ts';
import { lubeJar } from './objects/lube.ts';
import { deskMat, wristRest } from './objects/mats.ts';
import { plate } from './objects/plate.ts';
import { keycapPuller, switchPuller } from './objects/pullers.ts';
import { screwdriver } from './objects/screwdriver.ts';
import { stabiliser } from './objects/stabilisers.ts';
import { explodedSwitch, switchModel, switchUnderside } from './objects/switches.ts';
import type { ObjectKind, ObjectSpec, ProductPictureSpec } from './product-picture-spec.ts';
import { studioPicture } from './studio.ts';

const MODELS: Record<ObjectKind, ObjectModel> = {
  switch: switchModel,
  'switch-underside': switchUnderside,
  'switch-exploded': explodedSwitch,
  stabiliser,
  'coiled-cable': coiledCable,
  'straight-cable': straightCable,
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

function drawObject(spec: ObjectSpec): string {
  const model = MODELS[spec.kind];
  const order = { colours: spec.colours, variant: spec.variant ?? 0, seed: spec.seed ?? 1 };
  const eye = eyeAt(eyeFor(model, spec.view ?? 'whole'));
  const image = solidPicture(
    model.parts(order),
    eye,
    spec.resolution ?? 800,
    `${spec.kind} ${order.variant} ${order.seed}`,
  );
  const { background, width, title } = spec;
  const of = model.callouts?.(order) ?? null;
  return studioPicture({ image, background, width, title, callouts: of && { eye, of } });
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
