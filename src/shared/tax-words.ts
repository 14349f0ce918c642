/** What a sum of tax beside prices is: more than nothing only in old orders, where it came on top. */
export const taxLabel = (minor: number): string => (minor < 0 ? 'VAT taken off' : 'Tax');

/** @example rateWords(2550) // '25.5%' */
export const rateWords = (basisPoints: number): string => `${basisPoints / 100}%`;
