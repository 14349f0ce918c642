/** @example unpaidWords(12) // '12 waiting for payment.'; nothing where nobody waits */
export const unpaidWords = (count: number | null) => (count ? `${count} waiting for payment.` : '');
