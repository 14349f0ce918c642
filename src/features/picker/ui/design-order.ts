/** Puts a kit that is made to a design into the cart, with the drawer that product pages open. */
import { drawBoard } from '#drawing/board/draw-board.ts';
import { countPieces, lineKey, type CartLine } from '#features/cart/model/cart-line.ts';
import { $cartLines, addToCart } from '#features/cart/store/cart.ts';
import { showDesignPicture } from '#features/cart/store/design-pictures.ts';
import { showCount } from '#features/cart/ui/cart-badge.ts';
import { showDrawer } from '#features/cart/ui/drawer-shell.ts';
import { fillDrawer } from '#features/cart/ui/drawer-view.ts';
import type { DesignKit } from '#features/designs/model/design-kit.ts';
import { designBoard } from '#features/designs/model/design-picture.ts';
import type { Design } from '#features/designs/model/design.ts';
import { formatMoney } from '#shared/money.ts';
import type { Result } from '#shared/result.ts';

export type Adding = 'idle' | 'adding' | { readonly inCart: number } | { readonly fault: string };

function pictureOf(design: Design): string {
  const svg = drawBoard(designBoard(design, { view: 'flat', width: 320, aspect: 4 / 3 }));
  return URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
}

/** `saved` gives the id under which the shop keeps the design: the drawer is there before. */
export async function orderDesign(
  kit: DesignKit,
  design: Design,
  saved: () => Promise<Result<{ readonly id: string }, { readonly message: string }>>,
): Promise<Adding> {
  const picture = pictureOf(design);
  const price = formatMoney(kit.priceMinor, kit.currency);
  const dialog = showDrawer({ picture, title: kit.productTitle, detail: kit.title, price }, 1);
  const answer = await saved().catch(() => null);
  if (!answer?.ok) {
    dialog.close();
    showCount();
    return { fault: answer?.error.message ?? 'The shop can’t be reached right now.' };
  }
  const { id } = answer.value;
  const line: CartLine = {
    variant_id: kit.variantId,
    quantity: 1,
    options: {},
    design_id: id,
    offer_id: null,
  };
  showDesignPicture(id, picture);
  addToCart(line, kit.productPath);
  fillDrawer(dialog, [lineKey(line)]);
  return { inCart: countPieces($cartLines.get()) };
}
