import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { stateOfPicture } from '#build/pictures/picture-check.ts';
import { publishPictures } from '#build/pictures/publish-pictures.ts';
import { keepRecipe, recipeFile } from '#content/pictures/recipe-files.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const hash = '0123456789ab';
const recipe = {
  kind: 'desk-mat',
  colours: { main: '#e9e4da', second: '#3b4754', accent: '#e0623a' },
};
const ground = {
  colours: {
    case: '#8c8983',
    plate: '#9da2a7',
    alphas: '#ece5d6',
    weight: '#c49a3a',
    accents: '#c1462f',
    legends: '#262525',
    modifiers: '#262525',
    accentLegends: '#fbeee6',
    modifierLegends: '#ece5d6',
  },
} as const;
const names = ['640.avif', '640.webp', 'share.jpg'].map((ending) => `${hash}-${ending}`);

let folder: string;
before(async () => {
  folder = await makeTemporaryFolder();
});
after(() => rm(folder, { recursive: true, force: true }));

const fileOf = (name: string) => path.join(folder, 'files', name);

async function publish(site: string): Promise<readonly string[]> {
  const said: string[] = [];
  const options = { folder, quality: 'draft' } as const;
  await publishPictures(options, path.join(folder, site), new Set(names), (line) =>
    said.push(line),
  );
  return said;
}

async function assertDecodable(site: string): Promise<void> {
  for (const name of names) {
    const bytes = await readFile(path.join(folder, site, 'pictures', name));
    assert.ok((await sharp(bytes).stats()).channels.length >= 3, name);
  }
}

describe('a picture that was drawn before', () => {
  test('is used again as long as it is whole', async () => {
    keepRecipe(folder, hash, recipe);
    await publish('first');
    const drawnAt = (await stat(fileOf(names[0] ?? ''))).mtimeMs;
    assert.deepEqual(await publish('second'), []);
    assert.equal((await stat(fileOf(names[0] ?? ''))).mtimeMs, drawnAt);
    await assertDecodable('second');
  });

  test('is drawn again and named when it was cut short, wherever', async () => {
    const sizes = await Promise.all(names.map(async (name) => (await stat(fileOf(name))).size));
    for (const part of [0.999_999, 0.5, 0.01, 0]) {
      for (const [index, name] of names.entries()) {
        const left = Math.floor((sizes[index] ?? 0) * part);
        await truncate(fileOf(name), left);
        assert.equal(stateOfPicture(fileOf(name), name), 'broken', `${name}: ${left} bytes`);
      }
    }
    const said = await publish('second');
    for (const name of names)
      assert.ok(
        said.some((line) => line.includes(fileOf(name))),
        name,
      );
    const drawn = await Promise.all(names.map(async (name) => (await stat(fileOf(name))).size));
    assert.deepEqual(drawn, sizes);
    // That site had the very same files before: it gets the new ones.
    await assertDecodable('second');
  });

  test('is replaced in the draft of a site that has it from long before', async () => {
    const [name = ''] = names;
    await mkdir(path.join(folder, 'older/pictures'), { recursive: true });
    await writeFile(path.join(folder, 'older/pictures', name), 'x');
    const said = await publish('older');
    assert.ok(
      said.some((line) => line.includes(path.join('older/pictures', name))),
      said.join(),
    );
    await assertDecodable('older');
  });

  test('is broken when it is something else, and missing when it is not there', async () => {
    await mkdir(path.join(folder, 'other'), { recursive: true });
    for (const name of names) {
      const place = path.join(folder, 'other', name);
      assert.equal(stateOfPicture(place, name), 'missing');
      await writeFile(place, 'x'.repeat(5000));
      assert.equal(stateOfPicture(place, name), 'broken');
    }
  });
});

describe('a recipe', () => {
  test('that a full disk left empty is written again by who asks for the picture', async () => {
    const file = recipeFile(folder, hash);
    for (const left of ['', '{"kind":']) {
      await writeFile(file, left);
      keepRecipe(folder, hash, recipe);
      assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), recipe);
    }
    assert.deepEqual(await readdir(path.dirname(file)), [path.basename(file)]);
  });

  test('that can’t be read is named by the build that needs it', async () => {
    await writeFile(recipeFile(folder, hash), '');
    await rm(fileOf(names[0] ?? ''));
    await assert.rejects(publish('fourth'), (error: Error) =>
      error.message.includes(recipeFile(folder, hash)),
    );
  });
});

test('a board with a layout of its own is drawn from its recipe', async () => {
  const own = 'ba987654321f';
  const colours = Object.fromEntries(
    ['alphas', 'modifiers', 'accents', 'legends', 'case', 'plate', 'weight'].map((zone) => [
      zone,
      '#8c8983',
    ]),
  );
  keepRecipe(folder, own, { kind: 'board', layout: [['', { x: 0.4 }, '']], colours });
  const name = `${own}-640.webp`;
  const options = { folder, quality: 'draft' } as const;
  await publishPictures(options, path.join(folder, 'own'), new Set([name]), () => undefined);
  assert.equal(stateOfPicture(path.join(folder, 'own', 'pictures', name), name), 'whole');
});

describe('the largest drawing of a picture', () => {
  const own = 'aaaaaaaaaaaa';
  const ofWidths = [1120, 2240].map((width) => `${own}-${width}.avif`);
  const widthsIn = async (site: string, quality: 'full' | 'draft', wanted: readonly string[]) => {
    const place = path.join(folder, site);
    await publishPictures({ folder, quality }, place, new Set(wanted), () => {});
    return Promise.all(
      wanted.map(async (name) => {
        const bytes = await readFile(path.join(place, 'pictures', name));
        return (await sharp(bytes).metadata()).width;
      }),
    );
  };

  test('is drawn at its own size, and leaves the others as they are without it', async () => {
    keepRecipe(folder, own, recipe);
    assert.deepEqual(await widthsIn('small', 'full', ofWidths.slice(0, 1)), [1120]);
    const alone = await readFile(fileOf(ofWidths[0] ?? ''));
    for (const name of ofWidths) await rm(fileOf(name), { force: true });
    assert.deepEqual(await widthsIn('large', 'full', ofWidths), [1120, 2240]);
    assert.ok(alone.equals(await readFile(fileOf(ofWidths[0] ?? ''))));
  });

  test('is no larger than what there is where all are drawn in fewer pixels', async () => {
    for (const name of ofWidths) await rm(fileOf(name), { force: true });
    assert.deepEqual(await widthsIn('draft', 'draft', ofWidths.slice(1)), [320]);
  });
});

describe('a photograph of an owner', () => {
  let storage: Server;
  const stored = new Map<string, Buffer>();
  let refusals = 0;
  before(async () => {
    const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const;
    const size = { width: 1000, height: 500, channels: 3, background: '#336699' } as const;
    stored.set(
      '/board.webp',
      await sharp({ create: { ...size, noise } })
        .webp()
        .toBuffer(),
    );
    const spot = {
      create: { width: 100, height: 100, channels: 3, background: '#e0623a' },
    } as const;
    stored.set(
      '/spotted.png',
      await sharp({ create: size })
        .composite([{ input: spot, left: 850, top: 200 }])
        .png()
        .toBuffer(),
    );
    stored.set('/broken.webp', Buffer.from('no picture at all'));
    storage = createServer((request, response) => {
      const file = stored.get(request.url ?? '');
      if (request.url === '/board.webp' && refusals++ < 2) response.statusCode = 503;
      else if (file === undefined) response.statusCode = 404;
      response.end(file);
    });
    storage.listen(0, '127.0.0.1');
    await once(storage, 'listening');
  });
  after(() => storage.close());

  const made = async (file: string, photographHash: string) => {
    const { port } = storage.address() as AddressInfo;
    const src = `http://127.0.0.1:${port}/${file}`;
    keepRecipe(folder, photographHash, { kind: 'photograph', src });
    const wanted = ['320.avif', '1000.avif', '640.webp', 'share.jpg', '2240.avif'].map(
      (ending) => `${photographHash}-${ending}`,
    );
    const options = { folder, quality: 'draft' } as const;
    await publishPictures(options, path.join(folder, file), new Set(wanted), () => undefined);
    return Promise.all(
      wanted.map(async (name) => {
        const picture = sharp(path.join(folder, file, 'pictures', name));
        const { width, height } = await picture.metadata();
        return `${width}x${height}`;
      }),
    );
  };

  test('has every size that pages ask for, however often storage has to be asked', async () => {
    const sizes = ['320x160', '1000x500', '640x320', '1200x630', '1000x500'];
    assert.deepEqual(await made('board.webp', 'f07000000001'), sizes);
  });

  const redAt = async (file: string, across: number) => {
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    const at = Math.floor(info.height / 2) * info.width + Math.floor(info.width * across);
    return data[at * info.channels] ?? 0;
  };

  test('is cut around its subject for frames of another shape', async () => {
    const { port } = storage.address() as AddressInfo;
    const site = path.join(folder, 'cut');
    for (const [hashOfCut, ratio, ending, size, spotAt] of [
      ['f0700000000a', 1, '320.avif', '320x320', 0.8],
      ['f0700000000b', 4 / 3, '667.avif', '667x500', 0.85],
      ['f0700000000c', 1200 / 630, 'share.jpg', '1200x630', 0.895],
    ] as const) {
      const src = `http://127.0.0.1:${port}/spotted.png`;
      keepRecipe(folder, hashOfCut, { kind: 'photograph', src, cut: { ratio, x: 90, y: 50 } });
      const name = `${hashOfCut}-${ending}`;
      await publishPictures({ folder, quality: 'draft' }, site, new Set([name]), () => undefined);
      const made = path.join(site, 'pictures', name);
      const { width, height } = await sharp(made).metadata();
      assert.equal(`${width}x${height}`, size);
      assert.ok((await redAt(made, spotAt)) > 180, name);
      assert.ok((await redAt(made, 0.2)) < 90, name);
    }
  });

  test('is made of one file where it is a turntable, six sides to a row', async () => {
    const { port } = storage.address() as AddressInfo;
    const site = path.join(folder, 'turned');
    keepRecipe(folder, 'f0700000000d', {
      kind: 'photograph',
      src: `http://127.0.0.1:${port}/spotted.png`,
    });
    const name = 'f0700000000d-turn.avif';
    await publishPictures({ folder, quality: 'draft' }, site, new Set([name]), () => undefined);
    const { width, height } = await sharp(path.join(site, 'pictures', name)).metadata();
    assert.deepEqual({ width, height }, { width: 480, height: 240 });
  });

  test('stops the build where it is lost or no picture, and says which it is', async () => {
    await assert.rejects(
      made('lost.webp', 'f07000000002'),
      /lost\.webp is not in storage\. Upload it/,
    );
    await assert.rejects(made('broken.webp', 'f07000000003'), /f07000000003\.json can't be drawn/);
  });
});

test('a board is drawn from 24 sides in one file, each in a frame of the same size', async () => {
  const spec = { kind: 'board', view: 'angled', turns: true, layout: '60', caseStyle: 'tray' };
  const scene = { background: '#e7dfd6' };
  keepRecipe(folder, 'abcdef012346', { ...spec, ...ground, scene, aspect: 4 / 3, width: 800 });
  const name = 'abcdef012346-turn.avif';
  const site = path.join(folder, 'turntable');
  await publishPictures({ folder, quality: 'draft' }, site, new Set([name]), () => undefined);
  const sheet = sharp(path.join(site, 'pictures', name));
  const { width, height } = await sheet.metadata();
  assert.deepEqual({ width, height }, { width: 480, height: 240 });
  const pixels = await sheet.raw().toBuffer();
  const sides = Array.from({ length: 24 }, (_, n) => {
    const [left, top] = [(n % 6) * 80, Math.floor(n / 6) * 60];
    const rows = Array.from({ length: 60 }, (_, y) => {
      const at = ((top + y) * 480 + left) * 3;
      return pixels.subarray(at, at + 240).toString('hex');
    });
    return rows.join();
  });
  assert.equal(new Set(sides).size, 24);
});

test('what a phone shows first comes in one round trip beside the lettering, for a whole board too', async () => {
  const board = {
    kind: 'board',
    view: 'angled',
    scene: {
      shadow: true,
      background: '#e7dfd6',
    },
    width: 1600,
    aspect: 1.3333,
    finish: 'anodised',
    layout: 'tkl',
    ...ground,
    profile: 'cherry',
    caseStyle: 'seamless',
  };
  const drawn = 'abcdef012345';
  keepRecipe(folder, drawn, board);
  const options = { folder, quality: 'full' } as const;
  await publishPictures(
    options,
    path.join(folder, 'phone'),
    new Set([`${drawn}-640.avif`]),
    () => {},
  );
  const { size } = await stat(fileOf(`${drawn}-640.avif`));
  assert.ok(size <= 9_000, `${size} bytes`);
});
