/** The package has no types of its own. */
declare module 'subset-font' {
  interface Cut {
    readonly targetFormat: 'woff2';
    readonly keepFeatures: readonly string[];
    readonly variationAxes?: { readonly wght: { readonly min: number; readonly max: number } };
  }
  export default function cut(face: Buffer, text: string, options: Cut): Promise<Buffer>;
}
