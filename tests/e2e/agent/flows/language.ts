import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { overflow } from '../../admin/visual-check.ts';
import { codeFor } from '../../inbox.ts';
import type { PortalFixture } from '../fixture.ts';
import { newAgent, passHalfAMinute } from '../people.ts';
import { sendRentals } from '../rentals.ts';
import { at, button, visit } from '../visit.ts';

interface Catalogue {
  readonly texts: Readonly<Record<string, string>>;
  readonly server: Readonly<Record<string, string>>;
}

const CATALOGUE = path.resolve(import.meta.dirname, '../../../../web-agent/src/i18n/af.json');
const NARROW = { width: 320, height: 640 };

const PUBLIC = ['/', '/registration', '/contact-us', '/frequently-asked', '/privacy', '/terms-and-conditions', '/nope'];
const SIGNED_IN = [
  '/agent/home',
  '/agent/incentives',
  '/agent/incentives?view=list',
  '/agent/bookings',
  '/agent/challenges',
  '/agent/calculator',
  '/agent/payouts',
  '/agent/tax',
  '/agent/refer-agent',
  '/agent/profile',
  '/agent/profile/sessions',
  '/agent/profile/passkeys',
  '/agent/profile/history',
  '/agent/profile/privacy',
  '/contact-us',
  '/update',
  '/updateBankingDetails',
];

/** Texts with a translation that differs, as patterns of whole lines. */
function englishPatterns({ texts, server }: Catalogue): RegExp[] {
  const afrikaans = new Set(Object.values({ ...texts, ...server }));
  const literal = (text: string): string => text.replace(/[.*+?^${}()[\]|\\]/g, '\\$&');
  return Object.entries({ ...texts, ...server }).flatMap(([english, translation]) =>
    english === translation || afrikaans.has(english)
      ? []
      : english
          .split(' |||| ')
          // A pattern needs letters of its own.
          .filter((form) => /\p{L}{3}/u.test(form.replace(/%\{\w+\}/g, '')))
          .map(
            (form) =>
              new RegExp(
                `^${form
                  .split(/%\{\w+\}/)
                  .map(literal)
                  .join('.+')}$`,
              ),
          ),
  );
}

/** Visible and announced texts of the page, one per block, except those that are marked as English or as a name. */
const linesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const heard = ['aria-label', 'title', 'placeholder', 'alt', 'data-label'];
    const inline = new Set(['A', 'STRONG', 'SPAN', 'B']);
    const lines: string[] = [document.title.replace(/ [|·–-] Fynbos Rewards$/, '')];
    let line = '';
    const end = () => {
      lines.push(line.replace(/\s+/g, ' ').trim());
      line = '';
    };
    const read = (node: Node): void => {
      if (node instanceof Text) line += node.data;
      if (!(node instanceof Element) || node.matches('[lang|="en"], script, style')) return;
      lines.push(...heard.flatMap((name) => node.getAttribute(name) ?? []));
      const isBlock = !inline.has(node.tagName);
      if (isBlock) end();
      node.childNodes.forEach(read);
      if (isBlock) end();
    };
    read(document.body);
    end();
    return [...new Set(lines.filter(Boolean))];
  });

/** Expects the page in Afrikaans, and no horizontal scrolling at 320 px. */
async function isAfrikaans(page: Page, where: string, english: readonly RegExp[]): Promise<string[]> {
  await page.locator('main h1').waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await page.getByLabel('Taal van die portaal').first().waitFor();
  const before = page.viewportSize() ?? NARROW;
  const left = (await linesOf(page)).filter((line) => english.some((pattern) => pattern.test(line)));
  await page.setViewportSize(NARROW);
  const over = await overflow(page);
  await page.setViewportSize(before);
  return [...left.map((line) => `${where}: ${line}`), ...(over > 0 ? [`${where}: ${over} px too wide`] : [])];
}

export function languageFlows(fixture: () => PortalFixture): void {
  test('an agent chooses Afrikaans, signs in and finds no English on the main pages', async () => {
    const { url } = fixture();
    const agent = await newAgent(fixture());
    await sendRentals(fixture(), [
      { reservationNo: `AF-${agent.id}`, loyaltyTrackingNo: agent.loyaltyTrackingNo },
      { reservationNo: `AF-${agent.id}-X`, loyaltyTrackingNo: agent.loyaltyTrackingNo, promoCode: 'CORPORATE' },
    ]);
    const { emailAddress } = agent.form;
    const english = englishPatterns(JSON.parse(await readFile(CATALOGUE, 'utf8')) as Catalogue);
    const found: string[] = [];
    await visit(fixture(), '/', {}, async (page) => {
      await page.getByLabel('Language of the portal').selectOption('Afrikaans');
      await button(page, 'Show in Afrikaans').click();
      await page.getByLabel('ID-nommer of e-pos').waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('af-ZA');
      for (const where of PUBLIC) {
        await page.goto(where);
        found.push(...(await isAfrikaans(page, where, english)));
      }
      await page.goto('/');
      await page.getByLabel('ID-nommer of e-pos').fill(emailAddress);
      await page.locator('#login-password').fill('Not-Right-1!');
      await button(page, 'MELD AAN').click();
      await page.getByText('pas nie bymekaar nie').first().waitFor();
      await page.locator('#login-password').fill(agent.form.password);
      await passHalfAMinute(fixture());
      const since = Date.now() - 1_000;
      await button(page, 'MELD AAN').click();
      await page.locator('#otp').fill(await codeFor(url, [emailAddress], since, 'to sign in'));
      await button(page, 'Verifieer').click();
      await at(page, '/agent/incentives');
      await page.getByText('R150,00').first().waitFor();
      for (const where of SIGNED_IN) {
        await page.goto(where);
        found.push(...(await isAfrikaans(page, where, english)));
      }
      await page.goto('/agent/profile');
      await page.locator('#language').selectOption('English');
      await button(page, 'Wys in English').click();
      await page.getByRole('heading', { name: 'Profile Management' }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-ZA');
    });
    expect(found.join('\n')).toBe('');
  });
}
