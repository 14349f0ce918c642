/** On pages with something to add: the drawer that answers. It is loaded when somebody turns to a key. */
addEventListener('keywright:drawer', (event) => {
  const added: unknown = event instanceof CustomEvent ? event.detail : null;
  // Without the drawer the words beside the key and the header's number still say it.
  import('#islands/cart/show-drawer.tsx').then(
    (code) => code.showDrawer(added),
    () => {},
  );
});
