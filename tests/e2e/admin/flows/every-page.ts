import { expect, test } from 'vitest';
import { ADMIN } from '../../../../services/api/testing/running-app.ts';
import { type Hand, LONG_MS } from '../hand.ts';
import { axe, open, overflow } from '../look.ts';
import { PAGES } from '../pages.ts';
import { withSession } from '../sign-in.ts';

/** What is wrong with these pages in a window of 320 px. */
async function lookAt(hand: Hand, colorScheme: 'light' | 'dark', pages: typeof PAGES): Promise<string[]> {
  const complaints: string[] = [];
  const context = await hand.browser.newContext({ viewport: { width: 320, height: 640 }, colorScheme });
  await withSession(context, hand.world.url, ADMIN.email, ADMIN.password);
  for (const wanted of pages) {
    const looked = await open(context, hand.world.url, wanted);
    complaints.push(...looked.complaints, ...(await axe(looked.page, `${wanted.name} ${colorScheme}`)));
    const over = await overflow(looked.page);
    if (over > 0) complaints.push(`${wanted.name}: ${over} px too wide`);
    await looked.page.close();
  }
  await context.close();
  return complaints;
}

/** Every page on the smallest phone, by axe and by its width. */
export function pageFlows(hand: Hand): void {
  test(
    'every page fits a phone of 320 px and is clean for axe, in light and in dark',
    async () => {
      // States that a page is led to are looked at with the screenshots.
      const pages = PAGES.filter(({ reach }) => !reach);
      // Both windows side by side: each of them waits for the server and the network half of its time.
      const complaints = await Promise.all(
        (['light', 'dark'] as const).map((colorScheme, at) =>
          lookAt(
            hand,
            colorScheme,
            pages.filter((_, index) => index % 2 === at),
          ),
        ),
      );
      expect(complaints.flat()).toEqual([]);
    },
    4 * LONG_MS,
  );
}
