import type { Page } from 'playwright-core';

/** Init script of a page: keeps the texts of all messages in `shownMessages`, because they disappear after seconds. */
export function keepMessages(): void {
  const shown: string[] = [];
  Object.assign(window, { shownMessages: shown });
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('[role="alert"], .note'))
      if (textContent && !shown.includes(textContent)) shown.push(textContent);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Waits for a message with this text in a page with `keepMessages`, which may have disappeared since. */
export async function messageShown(page: Page, text: string | RegExp): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      (window as unknown as { shownMessages: string[] }).shownMessages.some((one) =>
        typeof wanted === 'string' ? one.includes(wanted) : wanted.test(one),
      ),
    text,
  );
}
