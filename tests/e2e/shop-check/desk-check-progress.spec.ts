import { expect, type Page } from 'playwright/test';
import { test } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

const checking = '**/rest/v1/rpc/check_shop';

const groupOf = (body: string | null): string => {
  const { p_group: group } = JSON.parse(body ?? '{}') as { readonly p_group?: string };
  return group ?? '';
};

/** Holds one group back until it is let go, and notes which run each names. */
async function holdGroup(page: Page, held: string) {
  let release: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked: string[] = [];
  await page.route(checking, async (route) => {
    const group = groupOf(route.request().postData());
    asked.push(group);
    if (group === held) await freed;
    await route.continue().catch(() => undefined);
  });
  return { release: () => release(), asked };
}

test('the check says what it looks at, shows what it found until then, and counts as one run', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'owner@keywright.test');
  const { release, asked } = await holdGroup(page, 'payments');
  await page.goto(`${site.siteUrl}/admin/check`);
  const progress = page.getByRole('status').filter({ hasText: /Checking (?!for|your)/ });
  await expect(progress).toContainText('Checking payments and orders');
  await expect(progress).toContainText('5 / 12');
  await expect(page.getByRole('button', { name: 'Check again' })).toBeDisabled();
  release();
  await expect(page.getByText(/Checked \d/)).toBeVisible();
  await expect(progress).toHaveCount(0);
  expect(new Set(asked).size).toBe(11);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText(/Checked \d/)).toBeVisible();
  await page.getByText(/^The last \d+ checks$/).click();
  const newest = page.getByRole('region', { name: 'The last checks' }).getByRole('row').nth(1);
  await expect(newest.getByRole('cell').last()).toHaveText('Everything');
});

test('it can be stopped, and a group that fails leaves the others as they are', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'fulfilment@keywright.test');
  const { release } = await holdGroup(page, 'stock');
  await page.goto(`${site.siteUrl}/admin/check`);
  await expect(page.getByText('Checking stock and ledger')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Stopped after 3 of 6.')).toBeVisible();
  release();
  await page.unroute(checking);

  let isBroken = true;
  await page.route(checking, async (route) => {
    if (isBroken && groupOf(route.request().postData()) === 'orders')
      await route.fulfill({ status: 500, body: '{"message":"It broke"}' });
    else await route.continue();
  });
  await page.getByRole('button', { name: 'Check again' }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'Some checks failed' });
  await expect(failed.getByRole('listitem')).toHaveCount(1);
  await expect(failed).toContainText('waiting orders');
  await expect(page.getByText(/Checked \d/)).toBeVisible();
  isBroken = false;
  await failed.getByRole('button', { name: 'Try these again' }).click();
  await expect(failed).toHaveCount(0);
  await expect(page.getByText(/Checked \d/)).toBeVisible();
});
