import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, dashboard } from '../testing/call.ts';
import { adminToken } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

interface Listed {
  readonly id: string;
  readonly type: string;
  readonly position: string;
  readonly streamId: string;
}

let running: RunningApp;
let admin: Dashboard;

beforeAll(async () => {
  running = await runApp();
  admin = dashboard(running, await adminToken(running, ADMIN));
  for (let n = 0; n < 60; n++) {
    const name = `Integrator ${n}`;
    await admin.post('integrators', { name, scopes: ['rental-events:read'] });
  }
});
afterAll(() => running.close());

const page = async (query: string): Promise<{ events: Listed[]; next: string | null; atEnd: boolean }> =>
  (await admin.get(`events?${query}`)).body;

describe('the event browser', () => {
  test('pages from the newest to older events and back, and shows each event once', async () => {
    const newest = await page('stream=integrator-');
    expect(newest.events).toHaveLength(50);
    expect(newest.atEnd).toBe(false);
    const older = await page(`stream=integrator-&from=${newest.next}`);
    const ids = [...newest.events, ...older.events].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const back = await page(`stream=integrator-&direction=forwards&from=${older.events[0]?.position}`);
    expect(back.events.map(({ id }) => id)).toEqual(newest.events.map(({ id }) => id).reverse());
  });

  test('lists every event type with its aggregate and version', async () => {
    const { body } = await admin.get('event-types');
    expect(body).toContainEqual({ type: 'IntegratorAdded', aggregate: 'integrator', version: 1 });
  });

  test('starts with the oldest event on request and reports the end of the log', async () => {
    const oldest = await page('direction=forwards&type=IntegratorAdded');
    const all = await page('direction=forwards&stream=integrator-');
    expect(oldest.events[0]?.id).toBe(all.events[0]?.id);
    expect((await page(`direction=forwards&from=${await running.store.head()}`)).events).toEqual([]);
  });

  test('shows an event as stored, with its hash and its neighbours, without encrypted data', async () => {
    const { events } = await page('type=IntegratorKeyMade');
    const { body } = await admin.get(`events/${events[0]?.id}`);
    expect(body.event).toMatchObject({
      type: 'IntegratorKeyMade',
      metadata: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(body.event.metadata.from).toBe('sealed');
    const { body: before } = await admin.get(`events/${body.previous}`);
    expect(before).toMatchObject({ event: { type: 'IntegratorAdded' }, next: events[0]?.id, previous: null });
    expect((await admin.get('events/nothing')).status).toBe(404);
  });

  test('follows the chain of causes in both directions, and marks events of the same request', async () => {
    const { log, now } = running.services;
    const chain: string[] = [];
    for (const [n, type] of ['IntegratorAdded', 'IntegratorKeyMade', 'IntegratorKeyRevoked'].entries()) {
      const stream = await log.readStream(`integrator-chain${n}`);
      const context = {
        actor: { kind: 'system', id: 'test' } as const,
        now: now(),
        correlationId: `chain-${n}`,
        ...(chain[n - 1] ? { causationId: chain[n - 1] as string } : {}),
      };
      const data = {
        integratorId: 'c',
        name: 'c',
        scopes: [],
        addedAt: 'x',
        keyId: 'k',
        secretHash: 'h',
        madeAt: 'x',
        revokedAt: 'x',
      };
      await log.append([{ stream, events: [{ type, data }], context }]);
      chain.push((await log.readStream(`integrator-chain${n}`)).events[0]?.id ?? '');
    }
    await running.folded('audit-log');
    const related = async (id: string | undefined) =>
      ((await admin.get(`events/${id}`)).body.related as { relation: string; steps: number; id: string }[]).map(
        ({ relation, steps, id: other }) => [relation, steps, chain.indexOf(other)],
      );
    expect(await related(chain[0])).toEqual([
      ['this', 0, 0],
      ['effect', 1, 1],
      ['effect', 2, 2],
    ]);
    expect(await related(chain[2])).toEqual([
      ['cause', 2, 0],
      ['cause', 1, 1],
      ['this', 0, 2],
    ]);
    const { events } = await page('type=IntegratorKeyMade&stream=integrator-');
    const plain = events.find(({ streamId }) => !streamId.includes('chain'));
    const { body } = await admin.get(`events/${plain?.id}`);
    expect(body.related.map(({ relation }: { relation: string }) => relation)).toEqual(['this', 'same-call']);
  });
});
