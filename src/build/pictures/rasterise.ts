import sharp, { type OutputInfo } from 'sharp';

/** From which every size is made. */
export interface Pixels {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

const svgDensity = 72;
const mostDensity = 2_400;

export async function rasterise(svg: string, width: number): Promise<Pixels> {
  const source = Buffer.from(svg);
  const drawn = await sharp(source, { unlimited: true }).metadata();
  const density = Math.min(mostDensity, (svgDensity * width) / drawn.width);
  return sharp(source, { density, unlimited: true })
    .resize({ width })
    .raw()
    .toBuffer({ resolveWithObject: true });
}
