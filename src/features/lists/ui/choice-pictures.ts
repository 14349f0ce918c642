import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { lineFacts } from '#features/cart/model/goods.ts';
import { $goods, wantGoods } from '#features/cart/store/goods.ts';

/** In the size in which the page has loaded it already, where it has. */
function shownSize(src: string): string {
  const [name = src] = src.split(/-\d+\.\w+$/);
  const shown = [...document.querySelectorAll<HTMLImageElement>(`img[src^="${CSS.escape(name)}"]`)];
  return shown.find(({ complete, currentSrc }) => complete && currentSrc !== '')?.currentSrc ?? src;
}

/** Gives the picture of a choice by its variant: null where there is none, undefined while it is read. */
export function useChoicePictures(path: string | null) {
  useEffect(() => wantGoods([path]), [path]);
  const goods = useStore($goods)[path ?? ''];
  return (variantId: string): string | null | undefined => {
    if (path === null || goods === 'missing') return null;
    if (goods === undefined) return undefined;
    const line = { variant_id: variantId, quantity: 1, options: {}, design_id: null };
    const picture = lineFacts({ ...line, offer_id: null }, goods)?.picture ?? null;
    return picture === null ? null : shownSize(picture.src);
  };
}
