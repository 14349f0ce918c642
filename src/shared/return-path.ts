/** Invariant: the answer is a path of this site, whatever was asked for. */
const anyOrigin = 'https://keywright.invalid';

/**
 * @example safeReturnPath('/cart?step=2#total') // '/cart?step=2#total'
 * @example safeReturnPath('//evil.example') // null
 */
export function safeReturnPath(wanted: string | null | undefined): string | null {
  // Browsers drop tabs and line ends, and read a backslash as a slash: none of them is in a real path.
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(wanted)) {
    return null;
  }
  if (!URL.canParse(wanted, anyOrigin)) return null;
  const { origin, pathname, search, hash } = new URL(wanted, anyOrigin);
  // A path such as /.//evil.example begins with two slashes once its dots are resolved.
  return origin === anyOrigin && !pathname.startsWith('//') ? pathname + search + hash : null;
}
