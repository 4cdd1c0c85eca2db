import { allRoutes } from '@fynbos/api/routes.ts';
import { adminToken, newAgent } from '@fynbos/api/testing/people.ts';
import { ADMIN, runApp } from '@fynbos/api/testing/running-app.ts';
import request from 'supertest';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openProgramme } from '../services/application/reward-policy/current-policy.ts';
import { callEveryGet } from './support/call-every-get.ts';

test('a GET names in `reads` every read model that its queries use', async () => {
  const running = await runApp({ env: { RATE_LIMIT_SCALE: '10' } });
  try {
    await openProgramme(running.services);
    const agent = await newAgent(running);
    const admin = await adminToken(running, ADMIN);
    const get = (path: string) =>
      request(running.app)
        .get(`/api${path}`)
        .auth(path.startsWith('/admin') ? admin : agent.token, { type: 'bearer' });
    // `callEveryGet` calls routes with a declared answer. Files have none.
    const routes = allRoutes(running.config).map((route) =>
      route.paths[0]?.endsWith('.csv') ? { ...route, answer: z.unknown() } : route,
    );
    const days = 'from=2026-01-01&to=2026-11-01';
    const paths = {
      '/admin/changes-between': `/admin/changes-between?${days}`,
      '/admin/controls': `/admin/controls?${days}`,
      '/admin/journal': `/admin/journal?${days}`,
      '/admin/reports/controls.csv': `/admin/reports/controls.csv?${days}`,
      '/admin/reports/journal.csv': `/admin/reports/journal.csv?${days}`,
      '/admin/month-closes/{month}': '/admin/month-closes/2026-10',
      '/agent/statement.csv': '/agent/statement.csv?month=2026-10',
    };
    const ids = { '/admin/accounts': String(agent.id), '/admin/tax-years': '2026', '/admin/reward-policy': '1' };
    const { called } = await callEveryGet(routes, get, paths, ids);
    expect(called.length).toBeGreaterThan(100);
    expect([...running.undeclaredReads].sort()).toEqual([]);
  } finally {
    await running.close();
  }
});
