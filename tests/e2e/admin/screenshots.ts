import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launch, SIZES } from '../browser.ts';
import { PAGES } from './pages.ts';
import { withSession } from './sign-in.ts';
import { axe, open, overflow, unseenCharts } from './visual-check.ts';

/**
 * Every page of the dashboard on a phone and a desktop, light and dark, with axe and horizontal scrolling at 320 px.
 * `tsx tests/e2e/admin/screenshots.ts [only] [size] [scheme]` with `URL`, `ADMIN_EMAIL`, `ADMIN_PASSWORD` and `OUT`.
 */
const url = process.env.URL ?? 'http://127.0.0.1:8080';
const out = process.env.OUT ?? path.join(tmpdir(), 'fynbos-admin-screenshots');
const [only = '', onlySize = '', onlyScheme = ''] = process.argv.slice(2);
const pages = PAGES.filter(({ name }) => name.startsWith(only));
const problems: string[] = [];

const browser = await launch();
await mkdir(out, { recursive: true });
for (const [size, viewport] of Object.entries({ ...SIZES, phone: { width: 360, height: 780 } })) {
  for (const colorScheme of ['light', 'dark'] as const) {
    if ((onlySize && size !== onlySize) || (onlyScheme && colorScheme !== onlyScheme)) continue;
    const context = await browser.newContext({ viewport, colorScheme });
    await withSession(context, url, process.env.ADMIN_EMAIL ?? '', process.env.ADMIN_PASSWORD ?? '');
    for (const wanted of pages) {
      const name = `${wanted.name}-${size}-${colorScheme}`;
      try {
        const looked = await open(context, url, wanted);
        problems.push(...looked.problems, ...(await axe(looked.page, name)));
        const unseen = await unseenCharts(looked.page);
        if (unseen > 0) problems.push(`${name}: ${unseen} charts cannot be seen`);
        if (size === 'phone' && colorScheme === 'light') {
          await looked.page.setViewportSize({ width: 320, height: 640 });
          const over = await overflow(looked.page);
          if (over > 0) problems.push(`${name}: ${over} px too wide at 320 px`);
          await looked.page.setViewportSize(viewport);
        }
        const isDialog = (await looked.page.getByRole('dialog').count()) > 0;
        await looked.page.screenshot({ path: path.join(out, `${name}.png`), fullPage: !isDialog });
        await looked.page.close();
      } catch (error) {
        problems.push(`${name}: ${(error as Error).message.split('\n')[0]}`);
      }
    }
    await context.close();
  }
}
await browser.close();
for (const text of new Set(problems)) console.log(text);
console.log(`${problems.length} problems; pictures in ${out}`);
process.exitCode = problems.length === 0 ? 0 : 1;
