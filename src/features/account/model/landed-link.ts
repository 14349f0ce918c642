/** Invariant: nothing of it is left in the address that stays. */
export interface LandedLink {
  readonly purpose: string;
  readonly code: string | null;
  readonly error: string | null;
  /** The half of a change that waits for the other mailbox, in the backend's words. */
  readonly message: string | null;
}

const names = ['auth', 'code', 'error', 'error_code', 'error_description', 'message'] as const;

/**
 * @example readLandedLink('https://shop/cart?auth=sign-up&code=x&step=2').rest // '/cart?step=2'
 */
export function readLandedLink(href: string): {
  readonly link: LandedLink;
  readonly rest: string;
} {
  const url = new URL(href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const read = (name: string) => url.searchParams.get(name) ?? fragment.get(name);
  const link = {
    purpose: url.searchParams.get('auth') ?? '',
    // A code in the fragment, or a token, was not asked for by this browser: nobody is signed in by it.
    code: url.searchParams.get('code'),
    error: read('error_code'),
    message: read('message'),
  };
  for (const name of names) url.searchParams.delete(name);
  return { link, rest: url.pathname + url.search };
}
