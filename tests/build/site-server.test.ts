import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { headersFile } from '../../src/build/published-files/headers-file.ts';
import { keepFormerFiles } from '../../scripts/former-files.ts';
import { readSettings } from '../../scripts/settings.ts';
import { createKnownDesigns } from '../../scripts/site-server/known-designs.ts';
import { startSiteServer, type SiteServer } from '../../scripts/site-server/site-server.ts';

let folder: string;
let server: SiteServer;
const long = 'A sentence that is long enough to be worth compressing. '.repeat(20);

async function writeSite(place: string, name: string): Promise<void> {
  const files: Readonly<Record<string, string>> = {
    'index.html': `<h1>${name}</h1>${long}`,
    'about.html': `<h1>About ${name}</h1>${long}`,
    '404.html': '<h1 data-not-found class="x">Page not found</h1>',
    'de/404.html': '<h1 data-not-found>Seite nicht gefunden</h1>',
    '500.html': '<h1>Internal Server Error</h1><p data-error-message>?</p><p data-error-id></p>',
    'colorpicker/00000000-0000-0000-0000-000000000000.html': `<h1>Shell of ${name}</h1>`,
    [`_astro/${name}.abc123.js`]: `export const name = '${name}';`,
    'builds/latest.json': JSON.stringify({ id: name }),
    _headers:
      "/*\n  X-Test: everywhere\n  Content-Security-Policy: default-src 'none'\n\n/_astro/*\n  Cache-Control: public, max-age=31536000, immutable\n",
    _redirects:
      '/updates/old /updates/new 301\n/colorpicker/* /colorpicker/00000000-0000-0000-0000-000000000000 200\n',
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(place, file)), { recursive: true });
    await writeFile(path.join(place, file), text);
  }
}

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'keywright-server-'));
  await writeSite(path.join(folder, 'first'), 'first');
  await symlink('first', path.join(folder, 'current'));
  await writeFile(path.join(folder, 'secret.txt'), 'outside of the site');
  server = await startSiteServer({ folder: path.join(folder, 'current'), port: 0 });
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends the path as it is: fetch would clean it first. */
function ask(
  target: string,
  headers: http.OutgoingHttpHeaders = {},
  method = 'GET',
  port = server.port,
) {
  return new Promise<Reply>((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: target, headers, method };
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

test('a page is answered at its address alone, with the headers of the headers file', async () => {
  const reply = await ask('/about');
  assert.equal(reply.status, 200);
  assert.match(reply.body.toString(), /About first/);
  assert.equal(reply.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(reply.headers['x-test'], 'everywhere');
  assert.equal(reply.headers['content-security-policy'], "default-src 'none'");
  assert.equal(reply.headers['cache-control'], 'public, max-age=0, must-revalidate');
  for (const alias of ['/about.html', '/index.html', '/_headers', '/_redirects', '/404']) {
    assert.equal((await ask(alias)).status, 404, alias);
  }
});

test('brotli, gzip and the plain bytes are the same text under different tags', async () => {
  const br = await ask('/about', { 'accept-encoding': 'gzip, br' });
  const gzip = await ask('/about', { 'accept-encoding': 'gzip, br;q=0' });
  const plain = await ask('/about');
  assert.equal(br.headers['content-encoding'], 'br');
  assert.equal(gzip.headers['content-encoding'], 'gzip');
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.deepEqual(brotliDecompressSync(br.body), plain.body);
  assert.deepEqual(gunzipSync(gzip.body), plain.body);
  assert.equal(new Set([br, gzip, plain].map((reply) => reply.headers.etag)).size, 3);
  assert.equal(br.headers.vary, 'Accept-Encoding');
});

test('who knows the tag gets 304 without a body', async () => {
  const first = await ask('/about', { 'accept-encoding': 'br' });
  const again = await ask('/about', {
    'accept-encoding': 'br',
    'if-none-match': `"other", ${first.headers.etag}`,
  });
  assert.equal(again.status, 304);
  assert.equal(again.body.length, 0);
  assert.equal(again.headers.etag, first.headers.etag);
});

test('HEAD gives the headers of GET and no body; anything that writes is refused', async () => {
  const get = await ask('/about');
  const head = await ask('/about', {}, 'HEAD');
  assert.equal(head.status, 200);
  assert.equal(head.body.length, 0);
  assert.equal(head.headers['content-length'], String(get.body.length));
  assert.equal((await ask('/about', {}, 'POST')).status, 405);
});

test('a range gives that part, an impossible one 416 with the size', async () => {
  const whole = await ask('/about');
  const part = await ask('/about', { range: 'bytes=4-8', 'accept-encoding': 'br' });
  assert.equal(part.status, 206);
  assert.deepEqual(part.body, whole.body.subarray(4, 9));
  assert.equal(part.headers['content-range'], `bytes 4-8/${whole.body.length}`);
  const end = await ask('/about', { range: 'bytes=-5' });
  assert.deepEqual(end.body, whole.body.subarray(-5));
  const beyond = await ask('/about', { range: 'bytes=999999-' });
  assert.equal(beyond.status, 416);
  assert.equal(beyond.headers['content-range'], `bytes */${whole.body.length}`);
});

test('no address leaves the folder of the site', async () => {
  const attempts = [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/_astro/../../secret.txt',
    '/..\\secret.txt',
    '/about%00.html',
    '//secret.txt',
    '/a'.repeat(4000),
  ];
  for (const attempt of attempts) {
    const reply = await ask(attempt);
    assert.equal(reply.status, 404, attempt);
    assert.doesNotMatch(reply.body.toString(), /outside of the site/);
  }
});

test('what is unknown is named as typed, as text', async () => {
  const cases = [
    ['/nowhere?x=1', 'Page not found: /nowhere'],
    ['/colorpicker/nope', 'Page Not Found: /colorpicker/nope'],
    ['/colorpicker/%%%', 'Page Not Found: /colorpicker/%%%'],
    ['/<img src=x>', 'Page not found: /&lt;img src=x&gt;'],
  ] as const;
  for (const [address, text] of cases) {
    const reply = await ask(address.replace(' ', '\u00a0').replace('\u00a0', '%20'));
    assert.equal(reply.status, 404, address);
    assert.ok(
      reply.body.toString().includes(text.replace(' src', '%20src')),
      reply.body.toString(),
    );
  }
});

test('what is unknown below a language is told in that language', async () => {
  for (const target of ['/de/nowhere', '/de', '/de/404', '/de/404.html']) {
    const reply = await ask(target);
    assert.equal(reply.status, 404, target);
    assert.equal(reply.body.toString(), '<h1 data-not-found>Seite nicht gefunden</h1>', target);
    assert.equal(reply.headers['cache-control'], 'no-store', target);
  }
  assert.match((await ask('/dealers')).body.toString(), /Page not found: \/dealers/);
});

test('a design that could exist gets the shell, a renamed page its new address', async () => {
  const design = await ask('/colorpicker/8f14e45f-ceea-467f-a0e6-1c0a4f5b2c3d');
  assert.equal(design.status, 200);
  assert.match(design.body.toString(), /Shell of first/);
  const moved = await ask('/updates/old');
  assert.equal(moved.status, 301);
  assert.equal(moved.headers.location, '/updates/new');
});

test('a design that nobody may see by its address alone is 404 with the same shell', async () => {
  const [there, gone] = ['9pwemnq9bw', '0aaaaaaaaa'];
  const questions: string[] = [];
  let answers = (id: string) => Response.json(id === there ? { id } : null);
  const backend = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += String(chunk)));
    request.on('end', () => {
      const { p_key: id }: { readonly p_key: string } = JSON.parse(body);
      questions.push(id);
      const { status } = answers(id);
      void answers(id)
        .text()
        .then((text) => response.writeHead(status).end(text));
    });
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const address = backend.address();
  assert.ok(typeof address === 'object' && address !== null);
  let time = 0;
  const isKnownDesign = createKnownDesigns(
    { ...readSettings(), hosted: null, apiUrl: `http://127.0.0.1:${address.port}` },
    () => time,
  );
  const place = path.join(folder, 'current');
  const asking = await startSiteServer({ folder: place, port: 0, isKnownDesign });
  const open = (id: string, headers = {}) =>
    fetch(`http://127.0.0.1:${asking.port}/colorpicker/${id}`, { headers });
  try {
    const shown = await open(there);
    assert.equal(shown.status, 200);
    const missing = await open(gone, { 'if-none-match': shown.headers.get('etag') ?? '' });
    assert.equal(missing.status, 404);
    assert.equal(missing.headers.get('x-robots-tag'), 'noindex');
    assert.equal(missing.headers.get('cache-control'), 'no-store');
    assert.equal(missing.headers.get('etag'), null);
    assert.equal(await missing.text(), await shown.text());
    await Promise.all([open(gone), open(gone), open(there)]);
    assert.deepEqual(questions, [there, gone], 'asked once for each');
    // The backend fails: what is not known may be there, and is not asked for again at once.
    answers = () => new Response('', { status: 503 });
    time = 60_000;
    assert.equal((await open(gone)).status, 200);
    assert.equal((await open('1aaaaaaaaa')).status, 200);
    assert.deepEqual(questions.slice(2), [gone]);
    answers = () => Response.json(null);
    time = 66_000;
    assert.equal((await open(gone)).status, 404);
  } finally {
    await asking.close();
    backend.close();
  }
});

test('a slash too many leads to the page and never off the site', async () => {
  const reply = await ask('/about/');
  assert.equal(reply.status, 308);
  assert.equal(reply.headers.location, '/about');
  assert.equal((await ask('//evil.example/')).status, 404);
});

test('a new build is served whole from its first request on, and old tabs keep their scripts', async () => {
  await ask('/');
  await writeSite(path.join(folder, 'second'), 'second');
  await keepFormerFiles(path.join(folder, 'current'), path.join(folder, 'second'));
  await symlink('second', path.join(folder, 'next'));
  await rename(path.join(folder, 'next'), path.join(folder, 'current'));
  assert.match((await ask('/')).body.toString(), /<h1>second/);
  assert.match((await ask('/about')).body.toString(), /About second/);
  assert.equal((await ask('/_astro/second.abc123.js')).status, 200);
  await rm(path.join(folder, 'first'), { recursive: true });
  const old = await ask('/_astro/first.abc123.js');
  assert.equal(old.status, 200);
  assert.match(old.body.toString(), /'first'/);
  assert.equal(old.headers['cache-control'], 'public, max-age=31536000, immutable');
  const restarted = await startSiteServer({ folder: path.join(folder, 'current'), port: 0 });
  try {
    const again = await ask('/_astro/first.abc123.js', {}, 'GET', restarted.port);
    assert.deepEqual([again.status, again.body], [200, old.body], 'through a restart');
  } finally {
    await restarted.close();
  }
});

test('while a folder is being replaced under its name, nobody sees an error', async () => {
  const place = path.join(folder, 'moving');
  await writeSite(place, 'before');
  const moving = await startSiteServer({ folder: place, port: 0 });
  try {
    const url = `http://127.0.0.1:${moving.port}`;
    assert.match(await (await fetch(url)).text(), /before/);
    await writeSite(`${place}.draft`, 'after');
    await rename(place, `${place}.old`);
    await rm(`${place}.old`, { recursive: true });
    const asked = fetch(`${url}/about`);
    await rename(`${place}.draft`, place);
    const answer = await asked;
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /About (?:before|after)/);
    assert.match(await (await fetch(url)).text(), /after/);
  } finally {
    await moving.close();
  }
});

const demanded = [
  'strict-transport-security',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'permissions-policy',
  'x-content-type-options',
  'x-frame-options',
  'content-security-policy',
];

/** The head of whatever is answered to these very bytes. */
async function askRaw(port: number, text: string): Promise<Reply> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(text);
  const raw = Buffer.concat(await Array.fromAsync(socket)).toString('latin1');
  const [head = ''] = raw.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => /^([^:]+): (.*)$/.exec(line)?.slice(1) ?? []);
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers.map(([name = '', value]) => [name.toLowerCase(), value])),
    body: Buffer.alloc(0),
  };
}

test('every kind of answer has the headers that keep a browser safe', async () => {
  const place = path.join(folder, 'unsafe');
  await writeSite(place, 'unsafe');
  await writeFile(path.join(place, '_headers'), headersFile("default-src 'self'", new Map()));
  await symlink('loop.html', path.join(place, 'loop.html'));
  const options = { port: 0, tell: () => undefined };
  const whole = await startSiteServer({ ...options, folder: place });
  const empty = await startSiteServer({ ...options, folder: path.join(folder, 'nothing') });
  const at = ({ port }: SiteServer, target: string, headers = {}, method = 'GET') =>
    ask(target, headers, method, port);
  const { etag = '' } = (await at(whole, '/about')).headers;
  try {
    const answers: readonly (readonly [number, () => Promise<Reply>])[] = [
      [200, () => at(whole, '/about')],
      [200, () => at(whole, '/about', {}, 'HEAD')],
      [200, () => at(whole, '/_astro/unsafe.abc123.js')],
      [200, () => at(whole, '/colorpicker/8f14e45f-ceea-467f-a0e6-1c0a4f5b2c3d')],
      [206, () => at(whole, '/about', { range: 'bytes=0-1' })],
      [301, () => at(whole, '/updates/old')],
      [304, () => at(whole, '/about', { 'if-none-match': etag })],
      [308, () => at(whole, '/about/')],
      [404, () => at(whole, '/nowhere')],
      [404, () => at(whole, '/nowhere', { 'sec-fetch-dest': 'script' })],
      [405, () => at(whole, '/about', {}, 'POST')],
      [416, () => at(whole, '/about', { range: 'bytes=999999-' })],
      [500, () => at(whole, '/loop')],
      [500, () => at(empty, '/about')],
      [400, () => askRaw(whole.port, 'nonsense\r\n\r\n')],
      [400, () => askRaw(whole.port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')],
      [417, () => at(whole, '/about', { expect: 'wonders' })],
      [431, () => askRaw(whole.port, `GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)],
    ];
    const bare: unknown[] = [];
    for (const [status, ask] of answers) {
      const { status: answered, headers } = await ask();
      assert.equal(answered, status);
      const missing = demanded.filter((name) => !headers[name]);
      if (missing.length > 0) bare.push([String(ask), missing]);
    }
    assert.deepEqual(bare, []);
  } finally {
    await whole.close();
    await empty.close();
  }
});

test('a failure of the host is 500 with its message and the number it is told under, without the names of its folders', async () => {
  const place = path.join(folder, 'broken');
  await writeSite(place, 'broken');
  await rm(path.join(place, 'about.html'));
  await symlink('about.html', path.join(place, 'about.html'));
  const told: string[] = [];
  const broken = await startSiteServer({
    folder: place,
    port: 0,
    tell: (_, { eventId, address }) => told.push(`${eventId} ${address}`),
  });
  try {
    const ask = () => fetch(`http://127.0.0.1:${broken.port}/about`);
    const answer = await ask();
    const body = await answer.text();
    assert.equal(answer.status, 500);
    assert.match(body, /Internal Server Error/);
    assert.match(body, /too many symbolic links/);
    assert.ok(!body.includes(folder), body);
    const [, number] = /<p data-error-id>Error ([0-9a-f]{32})</.exec(body) ?? [];
    assert.deepEqual(told, [`${number} /about`]);
    // Whoever meets it again sees the number of the one report.
    assert.ok((await (await ask()).text()).includes(String(number)));
    assert.equal(told.length, 1);
  } finally {
    await broken.close();
  }
});
