import type { Page } from 'playwright-core';

/** A page of the dashboard, or a state of one, to check. Paths are below `/admin`. */
export interface AdminPage {
  readonly name: string;
  readonly path: string;
  /** Brings the loaded page into the state. */
  reach?(page: Page): Promise<void>;
  /** The final route if `reach` navigates to another page. */
  readonly shows?: string;
}

export const alert = (page: Page): Promise<void> => page.getByRole('alert').first().waitFor();
export const tab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name }).click();
};
export const firstRow = async (page: Page): Promise<void> => {
  await page.locator('.table tbody a').first().click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor();
};
