/** Whether the address asks for it, which is done once: the parameter is gone then, and a reload does not ask again. */
export function takeFromAddress(parameter: string): boolean {
  const parameters = new URLSearchParams(location.search);
  if (!parameters.has(parameter)) return false;
  parameters.delete(parameter);
  const search = parameters.toString();
  history.replaceState(
    history.state,
    '',
    `${location.pathname}${search === '' ? '' : `?${search}`}${location.hash}`,
  );
  return true;
}
