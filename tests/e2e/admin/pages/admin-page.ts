import type { Page } from 'playwright-core';

/** A page of the dashboard, or a state of one, to look at. Paths are below `/admin`. */
export interface AdminPage {
  readonly name: string;
  readonly path: string;
  /** Leads from the loaded page to the state. */
  reach?(page: Page): Promise<void>;
  /** The route that it ends on, where `reach` leads to another page: that page is looked at in each walk. */
  readonly shows?: string;
}

export const alert = (page: Page): Promise<void> => page.getByRole('alert').first().waitFor();
export const tab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name }).click();
};
export const firstRow = async (page: Page): Promise<void> => {
  await page.locator('.records tbody a').first().click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor();
};
