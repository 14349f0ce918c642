/**
 * Answers whoever watches the shop: 200 where it works and 503 where it does not, for the API or, with
 * `?of=jobs`, for what runs by the clock. It tells nothing else, and nothing of why.
 */
export interface Health {
  readonly database: string;
  readonly jobs: string;
}

const headers = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' };

export async function handleHealth(
  request: Request,
  read: () => Promise<Health>,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return Response.json({ message: 'Only GET is understood here' }, { status: 405, headers });
  }
  const asksJobs = new URL(request.url).searchParams.get('of') === 'jobs';
  const health = await read().catch(() => ({ database: 'down', jobs: 'unknown' }));
  const isWell = health.database === 'ok' && (!asksJobs || health.jobs === 'ok');
  const body = { status: isWell ? 'ok' : 'failing', api: 'ok', ...health };
  return Response.json(body, { status: isWell ? 200 : 503, headers });
}
