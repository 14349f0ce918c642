/** Opens the search with `/` and from every `[data-search]`: all that pages carry of it. */
const openFor = (event: Event) => {
  event.preventDefault();
  import('./search-dialog.ts').then(
    (code) => code.openSearch(),
    () => location.assign('/#catalogue'),
  );
};

const isWithin = ({ target }: Event, places: string) =>
  target instanceof Element && target.closest(places);

document.addEventListener('click', (event) => {
  if (isWithin(event, '[data-search]')) openFor(event);
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !isWithin(event, 'input,textarea,select,dialog,[contenteditable]')) {
    openFor(event);
  }
});
