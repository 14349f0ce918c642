/**
 * Invariant: an archived colour stays readable for old designs, and says that it can't be ordered.
 */
import type { DesignKit } from '#features/designs/model/design-kit.ts';
import type { Palette } from '#features/colours/model/palette.ts';
import { productPath } from '#routes.ts';
import { groupedBy, oncePerBuild, rowsOf } from './rows.ts';

const paletteFact = 'palette';

/**
 * Goods whose facts name a palette hold its chips: a variant is the chip of the colour that it is titled
 * by, `VP21 Samphire`.
 */
async function readChips(): Promise<(palette: string, colour: string) => string | undefined> {
  const facts = (await rowsOf('productFacts')).filter(({ code }) => code === paletteFact);
  const products = new Map((await rowsOf('products')).map((product) => [product.id, product]));
  const variantsOf = await groupedBy('variants', ({ productId }) => productId);
  const chips = facts.flatMap(({ productId, value }) => {
    const product = products.get(productId);
    if (product?.status !== 'published') return [];
    return variantsOf(productId).map(({ sku, title }) => {
      const address = `${productPath(product)}?variant=${sku.toLowerCase()}`;
      return [`${value}: ${title}`, address] as const;
    });
  });
  const addresses = new Map(chips);
  return (palette, colour) => addresses.get(`${palette}: ${colour}`);
}

export const readPalettes = oncePerBuild(async (): Promise<readonly Palette[]> => {
  const coloursOf = await groupedBy('colorways', ({ paletteId }) => paletteId);
  const palettes = await rowsOf('palettes');
  const chipOf = await readChips();
  return palettes.map(({ id, code, title, maker, material, note }) => ({
    code,
    title,
    maker,
    material,
    note,
    colours: coloursOf(id).map((colour) => {
      const chip = chipOf(title, `${colour.physicalCode} ${colour.name}`);
      return {
        code: colour.code,
        name: colour.name,
        physicalCode: colour.physicalCode,
        hex: colour.colour,
        family: colour.colourFamily,
        canBeOrdered: colour.canBeOrdered && colour.status === 'current',
        ...(chip === undefined ? {} : { chip }),
      };
    }),
  }));
});

async function readOffers(): Promise<(productId: string) => DesignKit['offers']> {
  const codes = new Map((await rowsOf('palettes')).map(({ id, code }) => [id, code]));
  const offersOf = await groupedBy('designOffers', ({ productId }) => productId);
  return (productId) => {
    const offers: Record<string, string[]> = {};
    for (const { zone, paletteId } of offersOf(productId))
      (offers[zone] ??= []).push(codes.get(paletteId) ?? '');
    return offers;
  };
}

export const readDesignKits = oncePerBuild(async (): Promise<readonly DesignKit[]> => {
  const variants = new Map((await rowsOf('variants')).map((variant) => [variant.id, variant]));
  const products = new Map((await rowsOf('products')).map((product) => [product.id, product]));
  const offersOf = await readOffers();
  return (await rowsOf('designKits')).flatMap(({ variantId, mostCaps }) => {
    const variant = variants.get(variantId);
    const product = products.get(variant?.productId ?? '');
    if (variant === undefined || product === undefined || product.status !== 'published') return [];
    const { title, priceMinor, currency, shipsOn } = variant;
    const [productTitle, path] = [product.title, productPath(product)];
    const offers = offersOf(product.id);
    return [
      {
        variantId,
        title,
        productTitle,
        productPath: path,
        priceMinor,
        currency,
        mostCaps,
        shipsOn,
        offers,
      },
    ];
  });
});
