import { createECDH, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { launchWhole } from '../../browser.ts';
import type { PortalFixture } from '../fixture.ts';
import { newAgent } from '../people.ts';
import { at, button, expectAccessible, seen, visit, waitUntil } from '../visit.ts';

const MESSAGE = {
  id: 'n1',
  title: 'Fynbos Rewards',
  body: 'R1 200.00 was paid into your account',
  url: 'https://rewards.example/agent/payouts',
};

export function notificationFlows(fixture: () => PortalFixture): void {
  test('shows notifications on a device until the agent switches them off or signs out', async ({ onTestFinished }) => {
    const agent = await newAgent(fixture());
    const options = { baseURL: fixture().url.replace('127.0.0.1', 'localhost'), serviceWorkers: 'allow' } as const;
    const browser = await launchWhole();
    onTestFinished(() => browser.close());
    const here = { ...fixture(), browser, url: options.baseURL };
    const subscription = {
      endpoint: 'https://push.example/this-device',
      keys: {
        p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
        auth: randomBytes(16).toString('base64url'),
      },
    };
    await visit(here, '/agent/profile/privacy', { agent, options }, async (page) => {
      const context = page.context();
      await context.grantPermissions(['notifications'], { origin: options.baseURL });
      // The tests have no way to the push service of the browser: it subscribes here, everything else is real.
      await page.addInitScript((given) => {
        let own: unknown = null;
        const end = async () => {
          own = null;
          sessionStorage.setItem('ended', 'yes');
          return true;
        };
        PushManager.prototype.getSubscription = async () => own as PushSubscription | null;
        PushManager.prototype.subscribe = async () => {
          own = { ...given, toJSON: () => given, unsubscribe: end };
          return own as PushSubscription;
        };
      }, subscription);
      await page.reload();
      await button(page, 'Switch on for this device').click();
      await seen(page, /\(this device\)$/);
      await expectAccessible(page, 'notifications');
      await button(page, /^Switch off/).click();
      await seen(page, 'Switch on for this device');
      await button(page, 'Switch on for this device').click();
      await seen(page, /\(this device\)$/);

      const worker = await context.newCDPSession(page);
      const registered = new Promise<string>((resolve) => {
        worker.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          if (registrations[0]) resolve(registrations[0].registrationId);
        });
      });
      await worker.send('ServiceWorker.enable');
      await worker.send('ServiceWorker.deliverPushMessage', {
        origin: options.baseURL,
        registrationId: await registered,
        data: JSON.stringify(MESSAGE),
      });
      const shown = () =>
        page.evaluate(async () =>
          (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag, data }) => ({
            id: tag,
            title,
            body,
            url: data,
          })),
        );
      await waitUntil(() => shown().then(JSON.stringify), JSON.stringify([MESSAGE]));

      await button(page, 'Menu').click();
      await button(page, 'Logout').click();
      await at(page, '/');
      await waitUntil(() => page.evaluate(() => sessionStorage.getItem('ended')), 'yes');
      expect(page.url()).not.toContain('agent');
    });
  });
}
