/** What a hosted project refuses and lite would answer: green here must not be red there. */

export interface RestRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** The parts of a request that no refusal needs more of. */
export interface RestAsk {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
}

const refusal = (status: number, code: string, message: string): RestRefusal => ({
  status,
  code,
  message,
});

export function findRefusal(ask: RestAsk): RestRefusal | null {
  return findAggregate(ask) ?? findMediaType(ask) ?? findWholeTable(ask) ?? findRowLimit(ask);
}

const aggregate = /(?:^|[,(:])count\(\)|\.(?:sum|avg|max|min|count)\(\)/;

/** lite refuses them too, but not in a relation that is spread. */
function findAggregate({ url }: RestAsk): RestRefusal | null {
  const select = (url.searchParams.get('select') ?? '').replaceAll(/"[^"]*"|\s/g, '');
  return aggregate.test(select)
    ? refusal(400, 'PGRST123', 'Use of aggregate functions is not allowed')
    : null;
}

const ofTables =
  /^(?:\*\/\*|application\/(?:\*|json|vnd\.pgrst\.(?:object|array)(?:\+json)?)|text\/csv)$/;
/** A function of one value may answer with it alone. */
const ofFunctions = /^(?:application\/octet-stream|text\/(?:plain|xml|\*))$/;

function findMediaType({ url, headers }: RestAsk): RestRefusal | null {
  const wanted = (headers.get('accept') ?? '*/*')
    .split(',')
    .map((each) => each.split(';')[0]?.trim().toLowerCase() ?? '')
    .filter((each) => each !== '');
  const isFunction = isCall(url);
  const isKnown = (each: string) =>
    ofTables.test(each) ||
    (isFunction && ofFunctions.test(each)) ||
    (isRoot(url) && each === 'application/openapi+json');
  if (wanted.length === 0 || wanted.some(isKnown)) return null;
  return refusal(406, 'PGRST107', `None of these media types are available: ${wanted.join(', ')}`);
}

const noFilters = new Set([
  'select',
  'columns',
  'order',
  'limit',
  'offset',
  'on_conflict',
  'apikey',
]);
const changes: Readonly<Record<string, string>> = { PATCH: 'UPDATE', DELETE: 'DELETE' };

/** There an extension guards every statement; in functions a rule of the schema does. */
function findWholeTable({ method, url }: RestAsk): RestRefusal | null {
  const verb = changes[method];
  if (verb === undefined || isCall(url)) return null;
  const isFilter = (name: string) =>
    !noFilters.has(name) && (!name.includes('.') || /^not\.(?:and|or)$/.test(name));
  if ([...url.searchParams.keys()].some(isFilter)) return null;
  return refusal(400, '21000', `${verb} requires a WHERE clause`);
}

/** How many rows a function changed is not known here; going on without the limit would be worse. */
function findRowLimit({ url, headers }: RestAsk): RestRefusal | null {
  const preferences = headers.get('prefer') ?? '';
  const isLimited = /handling=strict/.test(preferences) && /max-affected=/.test(preferences);
  return isLimited && isCall(url)
    ? refusal(400, 'PGRST127', 'max-affected of a function is not known here')
    : null;
}

const isCall = (url: URL): boolean => url.pathname.startsWith('/rest/v1/rpc/');
const isRoot = (url: URL): boolean => /^\/rest\/v1\/?$/.test(url.pathname);
