import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitUntil } from './visit.ts';

export const PASSWORD_RULE =
  'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character.';
const summaryOf = (page: Page) => page.locator('.summary');

/** Expects the focused summary to list exactly these problems, with links that focus the fields. */
export async function summed(page: Page, messages: readonly string[]): Promise<void> {
  const summary = summaryOf(page);
  await waitUntil(() => summary.evaluate((box) => box === document.activeElement), true);
  expect((await summary.getByRole('listitem').allTextContents()).sort()).toEqual([...messages].sort());
  const first = summary.getByRole('link').first();
  const field = ((await first.getAttribute('href')) ?? '').slice(1);
  await first.click();
  await waitUntil(() => page.evaluate(() => document.activeElement?.id), field);
}

/** Fills a field and leaves it: value and message. Retries, because a prerendered page ignores input until hydrated. */
export async function complains(
  page: Page,
  label: string,
  cases: readonly (readonly [string, string])[],
): Promise<void> {
  for (const [value, message] of cases) {
    const field = page.getByLabel(label, { exact: true });
    const said = async (): Promise<string | undefined> => {
      await field.fill(value);
      await field.blur();
      return field.evaluate((control) => document.getElementById(`${control.id}-error`)?.textContent?.trim());
    };
    await waitUntil(said, message);
  }
}

/** The message of most empty fields. */
export const needed = (label: string): string => `${label} is required!`;
