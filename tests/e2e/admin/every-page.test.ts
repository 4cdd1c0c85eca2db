import { type AdminRole, permissionsOf } from '@fynbos/domain/admin/permissions.ts';
import { expect, test } from 'vitest';
import { ADMIN } from '../../../services/api/testing/running-app.ts';
import { permissionFor, routeOf, routes } from '../../../web-admin/src/registry.ts';
import { describeInBrowser } from '../../support/chromium.ts';
import { type BrowserHarness, openBrowserHarness } from './browser-harness.ts';
import { PASSWORD, STAFF } from './fixture.ts';
import { type Data, dataOf, notTranslated, speakInBrackets } from './language.ts';
import type { AdminPage } from './pages/admin-page.ts';
import { PAGES } from './pages.ts';
import { withSession } from './sign-in.ts';
import { axe, overflow, unseenCharts, walk } from './visual-check.ts';

/** Timeout of a walk through all pages. */
const LONG_MS = 1_200_000;

/** Problems of these pages in a window of 320 px. */
async function lookAt(harness: BrowserHarness, colorScheme: 'light' | 'dark', pages: typeof PAGES): Promise<string[]> {
  const viewport = { width: 320, height: 640 };
  const context = await harness.browser.newContext({ viewport, colorScheme });
  await withSession(context, harness.fixture.url, ADMIN.email, ADMIN.password);
  const problems = await walk(context, harness.fixture.url, pages, async (page, { name }) => {
    const [over, unseen, title] = [await overflow(page), await unseenCharts(page), await page.title()];
    return [
      ...(await axe(page, `${name} ${colorScheme}`)),
      ...(over > 0 ? [`${name}: ${over} px too wide`] : []),
      ...(unseen > 0 ? [`${name}: ${unseen} charts cannot be seen`] : []),
      ...(title.endsWith(' · Fynbos Rewards') && (name === 'home' || !title.startsWith('Dashboard'))
        ? []
        : [`${name}: the tab is titled ${title}`]),
    ];
  });
  await context.close();
  return problems;
}

/** Pages of records that an auditor may see and not change. */
const AUDITED: ReadonlySet<string> = new Set([
  'agents',
  'agent',
  'promotions',
  'enquiries',
  'enquiry',
  'templates',
  'rewards',
  'audit-log',
  'events',
  'approvals',
  'admins',
]);
const CHANGING =
  /Edit|Create|Change|Suspend|Deactivate|Resolve|Escalate|Approve|Add|Rebuild|Show full|Plan|Take|Send|Keep|Remove|Withdraw|Record/;

/**
 * On all pages of this role: links to pages that it may not open, refused calls, and for an auditor buttons that change
 * a record.
 */
async function deadEnds(harness: BrowserHarness, role: AdminRole, email: string): Promise<string[]> {
  const held: readonly string[] = permissionsOf([role]);
  const mayOpen = (path: string): boolean => held.includes(permissionFor(path) ?? held[0] ?? '');
  const context = await harness.browser.newContext();
  await withSession(context, harness.fixture.url, email, PASSWORD);
  const refusedCalls = new Set<string>();
  context.on('response', (response) => {
    if (response.status() === 403) refusedCalls.add(`${role}: ${response.url()} is refused`);
  });
  const pages = PAGES.filter(({ path, reach }) => !reach && mayOpen(path));
  const problems = await walk(context, harness.fixture.url, pages, async (page, { name }) => {
    const to = await page
      .locator('a[href^="/admin/"]')
      .evaluateAll((links) => links.map((a) => a.getAttribute('href')));
    const refused = to.map((href) => (href ?? '').slice('/admin'.length)).filter((path) => !mayOpen(path));
    const buttons =
      role === 'Auditor' && AUDITED.has(name) ? await page.locator('main').getByRole('button').allInnerTexts() : [];
    const changing = buttons.filter((text) => CHANGING.test(text));
    return [...new Set([...refused, ...changing])].map((found) => `${role} on ${name}: ${found}`);
  });
  await context.close();
  return [...problems, ...refusedCalls];
}

/** The route of a listed page; undefined for an address without a route. */
const shownBy = ({ path, shows }: AdminPage): string | undefined => shows ?? routeOf(path.split('?')[0] as string);

/** Pages with prose, figures within sentences, plurals, charts, filters, tables, forms and states. */
const IN_ANOTHER_LANGUAGE: ReadonlySet<string> = new Set([
  'home',
  'agent-create',
  'agent-history',
  'enquiry',
  'payout',
  'holds',
  'what-ifs',
  'operations-rebuilds',
]);

function suite(): void {
  const harness = openBrowserHarness();
  test('lists every page of the dashboard for the visual checks', () => {
    const [listed, there] = [new Set(PAGES.map(shownBy)), routes.map(({ path }) => path)];
    expect(there.filter((route) => !listed.has(route))).toEqual([]);
    expect(PAGES.flatMap(({ shows }) => (shows && !there.includes(shows) ? [shows] : []))).toEqual([]);
  });

  test(
    'every page fits a phone of 320 px, has a title, shows its charts and passes axe in light and dark',
    async () => {
      // The screenshots cover states that need interaction.
      const pages = PAGES.filter(({ reach, shows }) => !reach || shows);
      // In parallel, because each window waits for the server half of the time.
      const problems = await Promise.all(
        (['light', 'dark'] as const).map((colorScheme, at) =>
          lookAt(
            harness,
            colorScheme,
            pages.filter((_, index) => index % 2 === at),
          ),
        ),
      );
      expect(problems.flat()).toEqual([]);
    },
    LONG_MS,
  );

  test(
    'shows no role a link or call that is refused, and an auditor no button that changes a record',
    async () => {
      const roles = [
        ['Support', STAFF.support],
        ['Operator', STAFF.operator],
        ['Auditor', STAFF.auditor],
        ['Finance', STAFF.finance],
      ] as const;
      expect(PAGES.filter(({ name }) => AUDITED.has(name))).toHaveLength(AUDITED.size);
      const found = await Promise.all(roles.map(([role, email]) => deadEnds(harness, role, email)));
      expect(found.flat()).toEqual([]);
    },
    LONG_MS,
  );

  test(
    'translates everything but data into another language',
    async () => {
      const context = await harness.browser.newContext();
      await withSession(context, harness.fixture.url, ADMIN.email, ADMIN.password);
      const pages = PAGES.filter(({ name }) => IN_ANOTHER_LANGUAGE.has(name));
      expect(pages).toHaveLength(IN_ANOTHER_LANGUAGE.size);
      let data: Data | undefined;
      const english = await walk(
        context,
        harness.fixture.url,
        pages,
        async (page, { name }) => (await notTranslated(page, data as Data)).map((text) => `${name}: ${text}`),
        async (page) => {
          data = dataOf(page);
          await speakInBrackets(page);
        },
      );
      await context.close();
      expect(english).toEqual([]);
    },
    LONG_MS,
  );
}

await describeInBrowser('every page of the dashboard in a real browser', suite);
