/**
 * Fills the places of sculpts that the page only names. Whatever looks for editions is told by an event.
 * Where the file can't be had their links lead to a page that has them all.
 */
const file = document.querySelector<HTMLElement>('[data-rest]')?.dataset['rest'];
const sculpts = [...document.querySelectorAll<HTMLElement>('[data-sculpt]')];
const named = sculpts.filter(({ classList }) => classList.contains('named'));

/** Not as text: no policy lets a page make elements of that. */
const read = (file: string) =>
  new Promise<Document | null>((resolve) => {
    const asked = new XMLHttpRequest();
    asked.open('GET', file);
    asked.overrideMimeType('text/html;charset=utf-8');
    asked.responseType = 'document';
    asked.addEventListener('loadend', () => resolve(asked.status === 200 ? asked.response : null));
    asked.send();
  });

const meant = () => document.getElementById(location.hash.slice(1));
const topOf = (section?: HTMLElement) => section?.getBoundingClientRect().top ?? 0;

async function fill(file: string): Promise<void> {
  const rest = await read(file);
  const isLost = scrollY === 0 || meant() === null;
  const seen = sculpts.find((section) => section.getBoundingClientRect().bottom > 0);
  const before = topOf(seen);
  for (const [at, section] of named.entries()) {
    const inside = rest?.body.children[at];
    if (inside) section.replaceChildren(...inside.childNodes);
    section.classList.remove('named');
  }
  const target = isLost ? meant() : null;
  if (target) target.scrollIntoView();
  // Not every browser holds still what somebody reads while what is above it gets longer.
  else scrollBy(0, topOf(seen) - before);
  dispatchEvent(new Event('keywright:more'));
}

export const rest = file && fill(file);
