import { expect, type Locator, type Page } from 'playwright/test';

/** A key of the open order, and the dialog that it opens. */
export async function openStep(page: Page, key: string): Promise<Locator> {
  const actions = page.getByRole('region', { name: 'Actions', exact: true }).first();
  await actions.getByRole('button', { name: `${key} …`, exact: true }).click();
  const dialog = page.locator('dialog[open]');
  await expect(dialog).toBeVisible();
  return dialog;
}

export async function fill(dialog: Locator, fields: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(fields))
    await dialog.getByLabel(label, { exact: true }).first().fill(value);
}

/** Presses the key that does it, and waits until it is done. */
export async function finish(dialog: Locator, verb: string): Promise<void> {
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Moves the open order: its key and the one in the dialog say the same. */
export async function moveOrder(page: Page, verb: string): Promise<void> {
  const actions = page.getByRole('region', { name: 'Actions', exact: true }).first();
  await actions.getByRole('button', { name: verb, exact: true }).click();
  await finish(page.locator('dialog[open]'), verb);
}
