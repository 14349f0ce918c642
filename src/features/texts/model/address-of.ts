/** @example addressOf('Où est ma commande ?', 80) // 'ou-est-ma-commande' */
export function addressOf(title: string, most: number): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return words.slice(0, most).replace(/-+$/, '');
}
