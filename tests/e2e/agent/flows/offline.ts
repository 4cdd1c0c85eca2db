import { expect, test } from 'vitest';
import type { PortalFixture } from '../fixture.ts';
import { newAgent } from '../people.ts';
import { at, button, expectAccessible, seen, visit, waitUntil } from '../visit.ts';

/** Figures of this session that the browser keeps for reading without a connection. */
const COPIES = () => localStorage.getItem('offline');

export function offlineFlows(fixture: () => PortalFixture): void {
  test('on a phone, shows the last balance without a connection, until the agent signs out', async () => {
    const agent = await newAgent(fixture());
    // Browsers run a service worker for a name on this machine without https.
    const options = { baseURL: fixture().url.replace('127.0.0.1', 'localhost'), serviceWorkers: 'allow' } as const;
    const here = { ...fixture(), url: options.baseURL };
    await visit(here, '/agent/home', { agent, options }, async (page) => {
      await seen(page, 'Paid so far');
      await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
      await page.goto('/agent/payouts');
      await seen(page, 'No payouts yet.');
      await page.goto('/agent/incentives');
      await seen(page, 'How can I earn More?');
      await waitUntil(
        () =>
          page.evaluate(COPIES).then((text) =>
            Object.keys(JSON.parse(text ?? '{}').byName ?? {})
              .sort()
              .join(),
          ),
        'declined,goal,incentives,overview,payouts,promotions,tax-profile',
      );

      await page.context().setOffline(true);
      await page.reload();
      await seen(page, /^You are offline. Showing figures of \d/);
      await seen(page, 'KAROO20');
      await expectAccessible(page, 'offline');
      for (const path of ['/agent/payouts', '/agent/home']) {
        await page.goto(path);
        await seen(page, /^You are offline. Showing figures of \d/);
        await seen(page, 'Paid so far');
        await at(page, path);
      }

      await page.context().setOffline(false);
      await page.goto('/agent/home');
      await waitUntil(() => page.getByText(/^You are offline/).count(), 0);
      await page.route('**/api/**', (route) => route.abort());
      await page.goto('/agent/home');
      await seen(page, /^The portal cannot be reached right now. Showing figures of \d/);
      await page.unroute('**/api/**');

      const cached = await page.evaluate(async () => {
        const names = await caches.keys();
        const stored = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return stored.flat().map(({ url }) => new URL(url).pathname);
      });
      expect(cached).toContain('/app.html');
      expect(cached.filter((path) => path.startsWith('/api'))).toEqual([]);

      await button(page, 'Menu').click();
      await button(page, 'Logout').click();
      await at(page, '/');
      expect(await page.evaluate(COPIES)).toBeNull();
      await page.context().setOffline(true);
      await page.goto('/agent/home');
      await at(page, '/');
      expect(await page.getByText('Paid so far').count()).toBe(0);
    });
  });

  test('can be installed: the manifest and its icons are served', async () => {
    const { url } = fixture();
    const manifest = await (await fetch(`${url}/manifest.webmanifest`)).json();
    expect(manifest).toMatchObject({ name: 'Fynbos Rewards', start_url: '/agent/home', display: 'standalone' });
    for (const { src } of manifest.icons as { src: string }[])
      expect((await fetch(`${url}${src}`)).headers.get('content-type')).toBe('image/png');
    const worker = await fetch(`${url}/sw.js`);
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(worker.headers.get('content-security-policy')).toContain("worker-src 'self'");
  });
}
