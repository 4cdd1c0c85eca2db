import { createFirstAdmins } from '@fynbos/application/admins/first-admins.ts';
import request from 'supertest';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ADMIN, ADMIN2, runApp } from '../testing/running-app.ts';

const LATER = { email: 'later@fynbos.example', password: 'Fynbos-Later-1!' };

async function started(env: Readonly<Record<string, string>> = {}) {
  const running = await runApp({ quiet: true, env });
  onTestFinished(() => running.close());
  const { app, services } = running;
  const warn = vi.spyOn(services.logger, 'warn').mockReturnValue(undefined);
  return {
    warn,
    startWith: (...admins: readonly { email: string; password: string }[]) =>
      createFirstAdmins({ ...services, config: { ...services.config, admins: [...admins] } }),
    signIn: async ({ email, password }: { email: string; password: string }) =>
      (await request(app).post('/api/auth/login').send({ emailAddress: email, password })).status,
  };
}

test('adds no configured administrator once there is another one', async () => {
  const { startWith, signIn, warn } = await started();
  await startWith(ADMIN, ADMIN2);
  expect(warn).not.toHaveBeenCalled();
  await startWith(LATER);
  await startWith(ADMIN, LATER);
  expect(warn.mock.calls).toEqual(
    Array(2).fill(['ADMIN_EMAIL and ADMIN2_EMAIL are ignored: there are administrators already']),
  );
  expect([await signIn(LATER), await signIn(ADMIN), await signIn(ADMIN2)]).toEqual([401, 200, 200]);
});

test('adds the second administrator after a start that ended before it', async () => {
  const { startWith, signIn, warn } = await started({ ADMIN2_EMAIL: '', ADMIN2_PASSWORD: '' });
  expect(await signIn(ADMIN2)).toBe(401);
  await Promise.all([startWith(ADMIN, ADMIN2), startWith(ADMIN, ADMIN2)]);
  expect([await signIn(ADMIN), await signIn(ADMIN2)]).toEqual([200, 200]);
  expect(warn).not.toHaveBeenCalled();
});
