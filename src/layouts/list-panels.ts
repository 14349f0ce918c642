/**
 * On pages with lists: what makes them act. It is loaded when somebody turns to a list, and at once
 * for whoever is signed in, because their place is news to them.
 */
function load(pressed?: Element | null): void {
  import('#islands/lists/show-lists.tsx').then(
    (code) => pressed !== undefined && code.showLists(pressed),
    // Without the code the words of the page still stand.
    () => {},
  );
}

function turnTo({ type, target }: Event): void {
  if (!(target instanceof Element) || target.closest('[data-list]') === null) return;
  load(type === 'click' ? (target.closest('[data-act]') ?? undefined) : undefined);
}

function isKnown(): boolean {
  try {
    return /\bsb-.+?-auth-token\b/.test(Object.keys(localStorage).join());
  } catch {
    // Storage is forbidden: a session lasts for this page, and whoever signs in here turns to the list.
    return false;
  }
}

for (const sign of ['pointerover', 'focusin', 'click']) {
  document.addEventListener(sign, turnTo);
}
if (document.querySelector('[data-list]') !== null && isKnown()) load(null);
