import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { publishableKey } from '../_shared/project-keys.ts';
import type { FunctionEnvironment } from '../_shared/report-error.ts';
import { createServiceCall, type ServiceCall } from '../_shared/service-calls.ts';
import type { ShareDeps, SharedDesign } from './handler.ts';

const longestWaitMs = 8_000;
/** A link that is passed on is looked at by many robots in a row. */
const keptPictures = 24;

/** Beside the function where a project bundles it as a static file, else where npm put it. */
const programs = [
  new URL('./index_bg.wasm', import.meta.url),
  new URL('../../../node_modules/@resvg/resvg-wasm/index_bg.wasm', import.meta.url),
];

async function readProgram(): Promise<Uint8Array> {
  for (const file of programs) {
    try {
      return await Deno.readFile(file);
    } catch {
      // The next place.
    }
  }
  throw new Error('The program that draws PNG files is missing');
}

let started: Promise<void> | undefined;

async function startOnce(): Promise<void> {
  started ??= readProgram().then((program) => initWasm(program));
  try {
    await started;
  } catch (error) {
    started = undefined;
    throw error;
  }
}

const drawnBefore = new Map<string, Uint8Array<ArrayBuffer>>();

/** The same drawing is the same picture: whoever may see it was asked before this. */
async function toPng(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>> {
  const kept = drawnBefore.get(svg);
  if (kept !== undefined) return kept;
  await startOnce();
  const picture = new Resvg(svg, { fitTo: { mode: 'width', value: width } });
  const png = new Uint8Array(picture.render().asPng());
  const [oldest] = drawnBefore.keys();
  if (drawnBefore.size >= keptPictures && oldest !== undefined) drawnBefore.delete(oldest);
  drawnBefore.set(svg, png);
  return png;
}

/** The one thing that is asked for with the secret key: a line's id is its own proof. */
export async function lineDesign(call: ServiceCall, line: string): Promise<unknown> {
  return await call('line_design', { p_line: line });
}

/** Asks with the key that browsers have: rights of staff must not leak into a public picture. */
export function createShareDeps(environment: FunctionEnvironment): ShareDeps {
  const key = publishableKey(environment);
  const call = createServiceCall(environment);
  return {
    siteUrl: (environment['SITE_URL'] || 'http://localhost:4321').replace(/\/+$/, ''),
    ownUrl: `${environment['SUPABASE_URL']}/functions/v1/share-image`,
    async readDesign(asked) {
      const response = await fetch(`${environment['SUPABASE_URL']}/rest/v1/rpc/open_design`, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: JSON.stringify({ p_key: asked }),
        signal: AbortSignal.timeout(longestWaitMs),
      });
      if (!response.ok) throw new Error(`open_design answers ${response.status}`);
      const shared: SharedDesign | null = await response.json();
      return shared;
    },
    readLineDesign: (line) => lineDesign(call, line),
    toPng,
  };
}
