const names: Readonly<Record<string, string>> = {
  mx: 'MX',
  topre: 'Topre',
  alps: 'Alps',
  choc: 'Choc',
};

/** As people write it, in the filter and on the card alike. */
export function stemName(stem: string): string {
  return names[stem] ?? stem;
}
