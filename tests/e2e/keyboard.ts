import type { Locator, Page } from 'playwright-core';

/** More Tab presses than any page needs. */
const MOST_STEPS = 80;

export const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement);

/** Presses Tab until the control has the focus; throws if the keyboard cannot reach it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let step = 0; step < MOST_STEPS; step++) {
    if (await hasFocus(control)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${control} is not reached by keyboard`);
}

/** Focuses a field by its label and types. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}
