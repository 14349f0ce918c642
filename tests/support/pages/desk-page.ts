/** What browser tests do on the colour picker's desk, and how they see what it shows. */
import { expect, type Page } from 'playwright/test';

/** The colour that a cap shows, beside its legend: what is on the screen, not what is meant to be. */
export const shown = (page: Page, key: number) =>
  page.locator(`[data-board] [data-key="${key}"]`).evaluate((place) => {
    const canvas = place.parentElement?.querySelector('canvas');
    if (!canvas) return 'no canvas';
    const [board, cap] = [canvas.getBoundingClientRect(), place.getBoundingClientRect()];
    const x = ((cap.x + cap.width * 0.55 - board.x) * canvas.width) / board.width;
    const y = ((cap.y + cap.height * 0.5 - board.y) * canvas.height) / board.height;
    return canvas.getContext('2d')?.getImageData(x, y, 1, 1).data.join(' ');
  });

export async function openPicker(
  page: Page,
  siteUrl: string,
  address = '/colorpicker',
): Promise<void> {
  // Asked about statistics elsewhere: here the question would lie over the board.
  await page.addInitScript(() => localStorage.setItem('keywright:consent', 'refused'));
  await page.goto(siteUrl + address);
  await expect(page.locator('[data-board] [data-key="0"]')).toBeVisible();
  await expect.poll(() => shown(page, 0)).toMatch(/ 255$/);
}

export const choose = (page: Page, colour: string) =>
  page.getByRole('button', { name: colour, exact: true }).click();

export const saved = async (page: Page, name: string, visibility: string): Promise<string> => {
  await page.getByRole('button', { name: /^Save and share/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByText(visibility, { exact: true }).click();
  await dialog.getByRole('button', { name: /^Save/ }).click();
  const link = dialog.getByRole('link', { name: 'Open its page' });
  await expect(link).toBeVisible();
  return (await link.getAttribute('href')) ?? '';
};
