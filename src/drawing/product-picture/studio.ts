import { round2, type Point } from '../board/camera.ts';
import { shadesOf } from '../board/tone.ts';
import { inkOn, partNames } from '../part-names.ts';
import { onPicture, type Eye } from '../solid/eye.ts';
import type { Vector } from '../solid/field.ts';
import type { Callouts } from './object-model.ts';

export type Frame = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

const DEFAULT_BACKGROUND = '#e9e6e1';

const attributes = (frame: Frame): string =>
  `x="${frame.x}" y="${frame.y}" width="${frame.width}" height="${frame.height}"`;

export function studioBackground(frame: Frame, colour: string, prefix: string): string {
  const tone = shadesOf(colour);
  const sweep =
    `<linearGradient id="${prefix}sweep" x1="0" y1="0" x2="0" y2="1">` +
    `<stop offset="0" stop-color="${tone(0.02)}"/><stop offset=".42" stop-color="${tone(0.12)}"/>` +
    `<stop offset="1" stop-color="${tone(-0.14)}"/></linearGradient>`;
  const light =
    `<radialGradient id="${prefix}spot" cx=".34" cy=".3" r=".85">` +
    `<stop offset="0" stop-color="${tone(0.8)}" stop-opacity=".55"/>` +
    `<stop offset=".5" stop-color="${tone(0.3)}" stop-opacity=".12"/>` +
    `<stop offset="1" stop-color="${tone(-0.7)}" stop-opacity=".22"/></radialGradient>`;
  const box = attributes(frame);
  return `<defs>${sweep}${light}</defs><rect ${box} fill="url(#${prefix}sweep)"/><rect ${box} fill="url(#${prefix}spot)"/>`;
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export const titleMarkup = (title: string | undefined): string =>
  title === undefined ? '' : `<title>${escapeXml(title)}</title>`;

const SIDE = 800;
const NAME_SIZE = 20;

/** Lines between the parts, and their names. */
function calloutsMarkup({ names, guides, column }: Callouts, eye: Eye, ink: string): string {
  const at = (point: Vector): Point => {
    const [across, down] = onPicture(eye, point);
    return [round2(across * SIDE), round2(down * SIDE)];
  };
  const lines = guides.map(([from, to]) => `M${at(from).join(' ')}L${at(to).join(' ')}`).join('');
  return (
    `<path fill="none" stroke="${ink}" stroke-opacity=".55" stroke-width="1.6" stroke-dasharray="9 4 2 4" d="${lines}"/>` +
    partNames(
      names.map((part) => ({ name: part.name, at: at(part.at) })),
      { column: column * SIDE, size: NAME_SIZE, ink },
    )
  );
}

export type StudioShot = {
  /** The data address of a picture with a clear ground. */
  readonly image: string;
  readonly background: string | undefined;
  readonly width: number | undefined;
  readonly title: string | undefined;
  readonly callouts?: { readonly eye: Eye; readonly of: Callouts } | null;
};

/** A square picture of a thing that stands in the studio. */
export function studioPicture({
  image,
  width = SIDE,
  title,
  callouts,
  ...shot
}: StudioShot): string {
  const background = shot.background ?? DEFAULT_BACKGROUND;
  const frame = { x: 0, y: 0, width: SIDE, height: SIDE };
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="${width}" height="${width}" role="img">${titleMarkup(title)}` +
    studioBackground(frame, background, 's') +
    `<image href="${image}" x="0" y="0" width="800" height="800"/>` +
    (callouts ? calloutsMarkup(callouts.of, callouts.eye, inkOn(background)) : '') +
    '</svg>'
  );
}
