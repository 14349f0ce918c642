/**
 * What was ordered, in a few words; once where the variant is called as its product is.
 * @example lineName('Switch puller', 'Switch puller') // 'Switch puller'
 */
export const lineName = (title: string, variantTitle: string): string =>
  variantTitle === title ? title : `${title} ${variantTitle}`.trim();
