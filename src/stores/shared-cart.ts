/** Which lines of a cart that came in a link may become lines of one's own. */
import { quoteCart } from '#backend/quote-cart.ts';
import { lineRequest, type KeptLine } from '#domain/cart-line.ts';
import { $choices } from './cart-choices.ts';
import { $wordsOf } from './line-words.ts';

/**
 * All but what is made to a design and comes without one: it would block the whole cart. The page of the
 * goods knows that; until it is read the shop is asked, and where neither answers the cart will say it.
 */
export async function takeShared(lines: readonly KeptLine[]): Promise<readonly KeptLine[]> {
  const wordsOf = $wordsOf.get();
  const whole = lines.filter((line) => !wordsOf(line).lacksDesign);
  if (whole.every((line) => line.design_id !== null || wordsOf(line).isKnown)) return whole;
  const { country } = $choices.get();
  const question = { lines: whole.map(lineRequest), country, code: null, shippingMethodId: null };
  const answer = await quoteCart(question).catch(() => null);
  if (answer === null || !answer.ok) return whole;
  const { problems } = answer.value;
  return whole.filter(
    (_, place) =>
      !problems.some(({ line, reason }) => line === place && reason === 'design_needed'),
  );
}
