import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { toneFile } from '../../support/test-sound.ts';

const hostile = `<img src=x onerror="document.title='x'">“Q” & 'q'`;

async function openDraft(page: Page, site: BuiltSite) {
  const editor = await signInAs(page, site, 'editor@keywright.test');
  const url = `heard-${randomUUID().slice(0, 6)}`;
  await page.goto(`${site.siteUrl}/admin/products?product=new`);
  await page.getByLabel('Title', { exact: true }).first().fill(url.replace('-', ' '));
  const sounds = page.getByRole('region', { name: 'Sounds' });
  return { editor, url, sounds, drop: sounds.getByLabel(/Drop sounds here/) };
}

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
};

test('an editor adds sounds to a draft, hears, names, orders and removes them, and nobody else hears them', async ({
  page,
  site,
}) => {
  const { editor, url, sounds, drop } = await openDraft(page, site);
  await drop.setInputFiles([toneFile('on-brass.wav', 1.5), toneFile('x.wav', 2)]);
  const titles = sounds.getByLabel('Title', { exact: true });
  await expect(titles).toHaveCount(2);
  await expect(titles.nth(0)).toHaveValue('On brass');
  await titles.nth(1).fill(hostile);
  const last = sounds.locator('[data-length]').nth(1);
  await last.getByRole('button', { name: `Play “${hostile}”` }).click();
  await expect
    .poll(() => last.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(0.2);
  await sounds.getByRole('button', { name: `Move ${hostile} up` }).click();
  await save(page);
  const read = `/rest/v1/products?url=eq.${url}&select=id,product_sounds(title,duration_ms,peaks,position,storage_path)&product_sounds.order=position`;
  const [made] = (await askApi(site, editor, 'GET', read)) as readonly {
    readonly product_sounds: readonly Readonly<Record<string, unknown>>[];
  }[];
  expect(made?.product_sounds).toMatchObject([
    { title: hostile, duration_ms: 2000, position: 0 },
    { title: 'On brass', duration_ms: 1500, position: 1 },
  ]);
  // A tone is as loud from beginning to end.
  expect(made?.product_sounds[0]?.['peaks']).toEqual(Array.from({ length: 72 }, () => 100));
  const place = String(made?.product_sounds[0]?.['storage_path']);
  for (const bucket of ['product-sounds', 'sound-drafts']) {
    const open = `${site.apiUrl}/storage/v1/object/public/${bucket}/${place}`;
    expect((await fetch(open)).ok, bucket).toBe(false);
  }
  expect(await page.title()).not.toBe('x');
  expect(await findFaults(page, '[aria-label="Sounds"]')).toEqual([]);
  await sounds.getByRole('button', { name: 'Remove On brass' }).click();
  await expect(titles).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo all' }).click();
  await expect(titles).toHaveCount(2);
  await sounds.getByRole('button', { name: 'Remove On brass' }).click();
  await save(page);
  await expect(titles).toHaveCount(1);
  await page.reload();
  await expect(titles).toHaveValue(hostile);
  await page.getByRole('button', { name: 'Show what was changed' }).click();
  await page.getByRole('button', { name: 'Put it back: Sound On brass' }).first().click();
  await expect(titles).toHaveCount(2);
});

test('the preview of a draft lets its sound be heard', async ({ page, site }) => {
  const { sounds, drop } = await openDraft(page, site);
  await drop.setInputFiles(toneFile('a-tone.wav', 2));
  await sounds.getByLabel('Title', { exact: true }).fill(hostile);
  await save(page);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const frame = page.frameLocator('iframe');
  const heard = frame.getByRole('region', { name: 'How it sounds' });
  await expect(heard).toContainText(hostile);
  const player = heard.locator('audio');
  await expect(player).toBeVisible();
  await player.evaluate((audio: HTMLAudioElement) => audio.play());
  await expect
    .poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(0.2);
});

test('a file that can’t be a sound is refused with the reason, and what was typed stays', async ({
  page,
  site,
}) => {
  const { sounds, drop } = await openDraft(page, site);
  await drop.setInputFiles(toneFile('first.wav', 1));
  await sounds.getByLabel('Title', { exact: true }).fill('Typed before');
  const refusals = [
    [
      { name: 'page.wav', mimeType: 'audio/wav', buffer: Buffer.from('<!doctype html>') },
      'page.wav: use an MP3, M4A, AAC, Ogg or WAV file.',
    ],
    [
      { name: 'cut.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3\u0004nothing more') },
      'cut.mp3 can’t be played by this browser: it is damaged, or not a sound. Try another file.',
    ],
    [
      toneFile('large.wav', 80),
      'large.wav has 3.4 MB. The maximum is 3 MB: cut it, or save it as MP3 or M4A.',
    ],
    [
      toneFile('long.wav', 61),
      'long.wav is 61 seconds long. The maximum is 60: a few sentences of typing are enough.',
    ],
    [toneFile('still.wav', 1, 0), 'still.wav is silent from beginning to end.'],
  ] as const;
  for (const [file, reason] of refusals) {
    await drop.setInputFiles(file);
    await expect(sounds.getByRole('alert')).toHaveText(reason);
  }
  await page.route('**/storage/v1/object/sound-drafts/**', (route) => route.abort());
  await drop.setInputFiles(toneFile('lost.wav', 1));
  await expect(sounds.getByRole('alert')).toHaveText('lost.wav could not be uploaded. Try again.', {
    timeout: 30_000,
  });
  await page.unroute('**/storage/v1/object/sound-drafts/**');
  await expect(sounds.getByLabel('Title', { exact: true })).toHaveValue('Typed before');
  await drop.setInputFiles(toneFile('lost.wav', 1));
  await expect(sounds.getByLabel('Title', { exact: true })).toHaveCount(2);
  await expect(sounds.getByRole('alert')).toHaveCount(0);
});
