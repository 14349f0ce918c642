import { shadesOf } from '../board/tone.ts';

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

export type StudioShot = {
  /** The data address of a picture with a clear ground. */
  readonly image: string;
  readonly background: string | undefined;
  readonly width: number | undefined;
  readonly title: string | undefined;
};

/** A square picture of a thing that stands in the studio. */
export function studioPicture({ image, background, width = 800, title }: StudioShot): string {
  const frame = { x: 0, y: 0, width: 800, height: 800 };
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="${width}" height="${width}" role="img">${titleMarkup(title)}` +
    studioBackground(frame, background ?? DEFAULT_BACKGROUND, 's') +
    `<image href="${image}" x="0" y="0" width="800" height="800"/></svg>`
  );
}
