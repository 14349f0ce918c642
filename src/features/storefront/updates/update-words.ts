const names: Readonly<Record<string, string>> = {
  news: 'News',
  production: 'Production',
  announcement: 'Announcement',
  delay: 'Delay',
  shipping: 'Shipping',
  guide: 'Guide',
};

/** @example updateKindName('delay') // 'Delay' */
export function updateKindName(kind: string): string {
  return names[kind] ?? kind;
}
