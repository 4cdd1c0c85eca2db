import { addAdmin } from '@fynbos/application/admins/first-admins.ts';
import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import request from 'supertest';
import { adminToken } from './people.ts';
import type { RunningApp } from './running-app.ts';

/** The password of every administrator that `staffToken` adds. */
export const STAFF_PASSWORD = 'Fynbos-Staff-1!';

/** Returns the token of a new administrator with one role. */
export async function staffToken(running: RunningApp, role: AdminRole): Promise<string> {
  const email = `${role.toLowerCase()}.person@fynbos.example`;
  const context = {
    actor: { kind: 'system', id: 'test' },
    now: running.clock.now,
    correlationId: 'test-staff',
  } as const;
  await addAdmin(running.services, { name: `${role} person`, email, password: STAFF_PASSWORD, roles: [role] }, context);
  return adminToken(running, { email, password: STAFF_PASSWORD });
}

/** Position of the last write in each application. */
const lastWrites = new WeakMap<RunningApp, string>();

/** Reads while the answer lacks the last write. */
const MAX_READS = 90;

/** Dashboard calls as one person. A read waits for the last write by any person in this test. */
export function dashboard(running: RunningApp, token: string) {
  const { app } = running;
  const once = async (method: 'get' | 'put' | 'post' | 'delete', path: string, body?: object, version?: number) => {
    let sent = request(app)[method](`/api/admin/${path}`).auth(token, { type: 'bearer' });
    if (version !== undefined) sent = sent.set('If-Match', `"${version}"`);
    const lastWrite = lastWrites.get(running);
    if (method === 'get' && lastWrite) sent = sent.set('X-Read-After', lastWrite);
    const response = await (body ? sent.send(body) : sent);
    const position = response.get('X-Position');
    if (position) lastWrites.set(running, position);
    return response;
  };
  const call = async (...sent: Parameters<typeof once>) => {
    let response = await once(...sent);
    for (let reads = 1; response.get('X-Stale') && reads < MAX_READS; reads++) response = await once(...sent);
    return response;
  };
  return {
    get: (path: string) => call('get', path),
    list: (resource: string, query: Readonly<Record<string, unknown>>) =>
      call(
        'get',
        `${resource}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]))}`,
      ),
    put: (path: string, body: object, version?: number) => call('put', path, body, version),
    post: (path: string, body: object = {}, version?: number) => call('post', path, body, version),
    delete: (path: string) => call('delete', path),
  };
}

export type Dashboard = ReturnType<typeof dashboard>;
