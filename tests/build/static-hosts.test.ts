/** What other hosts are told is held against what our own server answers for the same site. */
import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { headersFile } from '../../src/build/published-files/headers-file.ts';
import { deliverSite } from '../../scripts/deliver-site.ts';
import { keepFormerFiles } from '../../scripts/former-files.ts';
import { findFreePort } from '../../scripts/local-supabase/ports.ts';
import { readSettings } from '../../scripts/settings.ts';
import { startSiteServer, type SiteServer } from '../../scripts/site-server/site-server.ts';
import { prepareUpload, uploadFolder } from '../../scripts/static-hosts/site-upload.ts';
import { findNginx, startNginx, type Nginx } from '../support/nginx.ts';
import { findSite, readRoutes, type BuiltSite } from '../support/site.ts';
import {
  cloudflarePages,
  netlify,
  vercel,
  type HostAnswer,
  type StaticHostStandIn,
} from '../support/static-hosts.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

let shop: BuiltSite & { stop(): Promise<void> };
let folder: string;
let site: string;
let server: SiteServer;
/** One of each kind of page, and every other kind of address. */
let addresses: readonly string[];

const code = '/colorpicker/9pwemnq9bw';
const others = [
  '/captcha',
  '/preview',
  '/preview/renderer.js',
  '/robots.txt',
  '/sitemap-index.xml',
  '/updates/feed.xml',
  '/drops.xml',
  '/calendar.ics',
  '/site.webmanifest',
  '/favicon.svg',
  '/_payload.json',
  '/colorpicker/_payload.json',
  '/builds/latest.json',
  '/colorpicker/8f14e45f-ceea-467f-a0e6-1c0a4f5b2c3d',
  '/colorpicker/8F14E45F-CEEA-467F-A0E6-1C0A4F5B2C3D',
  code,
  '/about/',
  '/nowhere',
  '/keyboards/none',
  '/products/none',
  '/updates/none',
  '/colorpicker/nope',
  '/colorpicker/%%%',
  '/colorpicker/00/00',
  '/_headers',
  '/_redirects',
  '/<img%20src=x>',
  '/de',
  '/de/nowhere',
  '/de/products/none',
  '/dealers',
];

const germanView = '<h1 data-not-found>Seite nicht gefunden</h1>';

before(async () => {
  shop = await findSite();
  folder = await makeTemporaryFolder();
  site = path.join(folder, 'dist');
  await cp(shop.siteFolder, site, { recursive: true });
  // The one page that others may show within themselves: its rule takes two headers back.
  const framed =
    headersFile('', new Map(), { captcha: "default-src 'self'" }).split('\n\n').at(-1) ?? '';
  assert.match(framed, /^\/captcha\n/);
  await writeFile(path.join(site, 'captcha.html'), '<h1>Captcha</h1>');
  await mkdir(path.join(site, 'de'));
  await writeFile(path.join(site, 'de.html'), '<h1>Willkommen</h1>');
  await writeFile(path.join(site, 'de/404.html'), germanView);
  const rules = await readFile(path.join(site, '_headers'), 'utf8');
  await rm(path.join(site, '_headers'));
  await writeFile(path.join(site, '_headers'), `${rules}\n${framed}`);
  // Old addresses may be as long as editors like, and hold what is no letter.
  const old = [`/updates/${'a'.repeat(700)} /about 301`, '/updates/%3Cold%3E /about 301'];
  const redirects = await readFile(path.join(site, '_redirects'), 'utf8');
  await rm(path.join(site, '_redirects'));
  await writeFile(path.join(site, '_redirects'), `${old.join('\n')}\n${redirects}`);
  server = await startSiteServer({ folder: site, port: 0 });
  const routes = await readRoutes(site);
  const kinds = new Map(routes.map(({ kind, path: address }) => [kind, address]));
  const shown = routes.map(({ path: address }) => address).filter((each) => !/^\/\w+\//.test(each));
  const hashed = await Promise.all(
    ['_astro', 'pictures', 'search/parts'].map(async (place) => {
      const [name] = await readdir(path.join(site, place));
      return `/${place}/${name}`;
    }),
  );
  const moved = (await readFile(path.join(site, '_redirects'), 'utf8'))
    .split('\n')
    .filter((line) => line.endsWith(' 301'))
    .map((line) => line.split(' ')[0] ?? '');
  assert.ok(moved.length > 0, 'an old address leads on');
  addresses = [...new Set([...kinds.values(), ...shown, ...hashed, ...moved, ...others])];
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
  await shop.stop();
});

interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends the address as it is. */
function ask(port: number, target: string, headers = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: target, headers, method, agent: false };
    const request = http.request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0 } = response;
        resolve({ status, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    request.on('error', reject);
    request.end();
  });
}

const policies = [
  'content-security-policy',
  'strict-transport-security',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'permissions-policy',
  'x-content-type-options',
  'x-frame-options',
];

/** What a browser is told; how long a file may be kept is the host's own word where no rule says it. */
function assertSameHeaders(address: string, host: HostAnswer, ours: Reply): void {
  for (const name of policies)
    assert.equal(host.headers.get(name), ours.headers[name], `${address}: ${name}`);
  const cache = host.headers.get('cache-control');
  if (host.status === 200) {
    const fallback = 'public, max-age=0, must-revalidate';
    assert.equal(cache ?? fallback, ours.headers['cache-control'], `${address}: cache`);
  }
}

async function compare(host: StaticHostStandIn, known: Readonly<Record<string, unknown>>) {
  const differences: Record<string, unknown> = {};
  for (const address of addresses) {
    const [answer, ours] = [host(address), await ask(server.port, address)];
    const shown = [answer.status, answer.location ?? null];
    const wanted = [ours.status, ours.headers.location ?? null];
    if (JSON.stringify(shown) !== JSON.stringify(wanted)) {
      differences[address] = answer.location ?? answer.status;
      continue;
    }
    if (answer.file === null) continue;
    assertSameHeaders(address, answer, ours);
    if (answer.status !== 200) continue;
    const file = await readFile(path.join(site, answer.file));
    assert.ok(file.equals(ours.body), `${address} is ${answer.file}`);
  }
  assert.deepEqual(differences, known);
}

describe('the files for hosts', () => {
  test('Cloudflare Pages answers as our own server does', async () => {
    await compare(cloudflarePages(await prepareUpload(site, 'cloudflare')), {});
  });

  test('Netlify answers as our own server does, but for ids that no design can have', async () => {
    await compare(netlify(await prepareUpload(site, 'netlify')), {
      '/about/': 200,
      '/colorpicker/nope': 200,
      '/colorpicker/%%%': 200,
    });
  });

  test('Vercel answers as our own server does', async () => {
    await compare(vercel(await prepareUpload(site, 'vercel')), {});
  });

  test('what is lost below a language is told in it, by each host that can', async () => {
    const viewsOf = (host: StaticHostStandIn) =>
      ['/de/nowhere', '/de/products/none', '/dealers', '/nowhere'].map((address) => {
        const { status, file } = host(address);
        assert.equal(status, 404, address);
        return file;
      });
    const told = ['/de/404.html', '/de/404.html', '/404.html', '/404.html'];
    assert.deepEqual(viewsOf(cloudflarePages(await prepareUpload(site, 'cloudflare'))), told);
    assert.deepEqual(viewsOf(netlify(await prepareUpload(site, 'netlify'))), told);
    const [ours, lost] = [
      await ask(server.port, '/de/nowhere'),
      await ask(server.port, '/dealers'),
    ];
    assert.deepEqual([ours.status, ours.body.toString()], [404, germanView]);
    assert.match(lost.body.toString(), /Page not found: \/dealers/);
  });

  test('the address of a page’s file leads to the page or is none, on every host', async () => {
    const hosts = [
      cloudflarePages(await prepareUpload(site, 'cloudflare')),
      vercel(await prepareUpload(site, 'vercel')),
    ];
    for (const host of hosts) assert.equal(host('/about.html').location, '/about');
  });

  test('what a tab of an older build asks for is uploaded too, and the site is not written to', async () => {
    const place = path.join(folder, 'second');
    await mkdir(path.join(place, '_astro'), { recursive: true });
    await writeFile(path.join(place, '_astro/old.abc.js'), 'export {};');
    await writeFile(path.join(place, '_headers'), '/*\n  X-Test: a\n');
    await writeFile(path.join(place, '_redirects'), '\n');
    const next = path.join(folder, 'third');
    await mkdir(next);
    await keepFormerFiles(place, next);
    await rm(path.join(place, '_astro'), { recursive: true });
    const before = await readFile(path.join(place, '_headers'), 'utf8');
    const upload = await prepareUpload(place, 'netlify');
    assert.equal(await readFile(path.join(upload, '_astro/old.abc.js'), 'utf8'), 'export {};');
    assert.equal(await readFile(path.join(place, '_headers'), 'utf8'), before);
    await prepareUpload(place, 'netlify');
  });

  test('a build runs the upload with the folder of its host, and one that fails says what it said', async () => {
    const settings = readSettings();
    const lines: string[] = [];
    const onOutput = (text: string) => lines.push(text);
    const upload = 'test -f "$SITE_FOLDER/vercel.json" && echo "sent $SITE_FOLDER"';
    await deliverSite({ ...settings, delivery: { host: 'vercel', upload } }, site, { onOutput });
    assert.deepEqual(lines, [`sent ${uploadFolder(site, 'vercel')}\n`]);
    const broken = { ...settings, delivery: { host: null, upload: 'echo no room >&2; exit 3' } };
    await assert.rejects(deliverSite(broken, site), /could not be uploaded\.\nno room/);
  });
});

const noNginx = findNginx() === null && 'there is no nginx here: apt-get install nginx-light';

describe('behind nginx', { skip: noNginx }, () => {
  let nginx: Nginx;
  let port: number;
  before(async () => {
    port = await findFreePort();
    nginx = await startNginx(await prepareUpload(site, 'nginx'), port);
  });
  after(() => nginx.close());

  const compared = [...policies, 'location', 'content-type', 'vary', 'content-encoding', 'allow'];

  test('every kind of address has the status, the headers and the body of our own server', async () => {
    for (const address of [
      ...addresses,
      '/about.html',
      '/index',
      '/404',
      '/500',
      '/de/404',
      '//about',
    ]) {
      const accepting = { 'accept-encoding': 'gzip' };
      const [theirs, ours] = [
        await ask(port, address, accepting),
        await ask(server.port, address, accepting),
      ];
      assert.equal(theirs.status, ours.status, address);
      // A redirect's body is read by nobody.
      const isPage = ours.status !== 301 && ours.status !== 308;
      const isSmall = ours.headers['content-encoding'] === undefined;
      const names = isPage ? [...compared, 'cache-control'] : [...policies, 'location'];
      for (const name of names) {
        if (name === 'vary' && isSmall) continue;
        assert.equal(theirs.headers[name], ours.headers[name], `${address}: ${name}`);
      }
      if (!isPage) continue;
      const plain = ({ headers, body }: Reply) =>
        headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      assert.equal(plain(theirs).toString(), plain(ours).toString(), address);
    }
  });

  test('scripts and pictures that are gone are told so in plain text', async () => {
    for (const destination of ['script', 'style', 'image', 'font', 'empty']) {
      const asked = { 'sec-fetch-dest': destination };
      const [theirs, ours] = [
        await ask(port, '/_astro/gone.js', asked),
        await ask(server.port, '/_astro/gone.js', asked),
      ];
      assert.deepEqual([theirs.status, theirs.body.toString()], [404, ours.body.toString()]);
      assert.equal(theirs.headers['content-type'], 'text/plain; charset=utf-8');
    }
  });

  test('only reading is allowed; a part, a known tag and a head are answered as such', async () => {
    const post = await ask(port, '/about', {}, 'POST');
    assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD']);
    const whole = await ask(port, '/about');
    const part = await ask(port, '/about', { range: 'bytes=4-8' });
    assert.deepEqual([part.status, part.body], [206, whole.body.subarray(4, 9)]);
    const { etag = '' } = whole.headers;
    assert.equal((await ask(port, '/about', { 'if-none-match': etag })).status, 304);
    assert.equal((await ask(port, '/about', {}, 'HEAD')).body.length, 0);
    assert.equal((await ask(port, '/about', { range: 'bytes=99999999-' })).status, 416);
  });

  test('no address leaves the folder, and every refusal keeps the policies', async () => {
    await writeFile(path.join(folder, 'secret.txt'), 'outside of the site');
    const rules = path.join(uploadFolder(site, 'nginx'), 'keywright.server.conf');
    assert.ok((await readFile(rules, 'utf8')).length > 0);
    for (const address of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/_astro/../../keywright.server.conf',
      '/../keywright.server.conf',
      '/about%00.html',
      `/${'a'.repeat(9000)}`,
    ]) {
      const { status, headers, body } = await ask(port, address);
      assert.equal(status, 404, address.slice(0, 40));
      assert.doesNotMatch(body.toString(), /outside of the site|add_header/);
      for (const name of policies) assert.ok(headers[name], `${address.slice(0, 40)}: ${name}`);
    }
  });

  test('a newer site is served after a reload, with the policies of its own build', async () => {
    const file = path.join(site, 'about.html');
    const former = await readFile(file);
    await rm(file);
    await writeFile(file, '<h1>About anew</h1>');
    await prepareUpload(site, 'nginx');
    await nginx.reload();
    assert.match((await ask(port, '/about')).body.toString(), /About anew/);
    await rm(file);
    await writeFile(file, former);
  });
});
