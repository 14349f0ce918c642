/** @example savedName('Build Guide (v2).MD') // 'build-guide-v2.md' */
export function savedName(name: string): string {
  const [ending = '', ...stem] = name.toLowerCase().split('.').toReversed();
  const words = stem
    .toReversed()
    .join('.')
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|-+$/g, '');
  return `${words}.${ending}`;
}
