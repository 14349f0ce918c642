/** What a sum of tax beside prices is: more than nothing only in old orders, where it came on top. */
export const taxLabel = (minor: number): string => (minor < 0 ? 'VAT taken off' : 'Tax');
