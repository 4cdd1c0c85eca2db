import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/supervisor/ports.ts';
import { endChild, startChild } from './child.ts';

export const ADMIN = { emailAddress: 'bench@fynbosrewards.example', password: 'Bench-Pass-1!' };

export interface Portal {
  readonly url: string;
  readonly token: string;
  /** Kills a process with SIGKILL. */
  kill(name: string): Promise<void>;
  /** Starts a killed process again. */
  restart(name: string): Promise<void>;
  pid(name: string): number;
  /** The child process, for messages of a `preload` module. */
  child(name: string): ChildProcess;
  /** A call as the admin; throws an Error with the response if it is refused. */
  call<Answer>(method: string, path: string, body?: object | string): Promise<Answer>;
  /** An API key that may send and read rental events. */
  readonly apiKey: string;
}

/** Runs with the processes (names of `scripts/supervisor/processes.ts`) on a database, and ends them afterwards. */
export async function withPortal<Result>(
  databaseUrl: string,
  names: readonly string[],
  work: (portal: Portal) => Promise<Result>,
  settings: Readonly<Record<string, string | undefined>> = {},
  preload: readonly string[] = [],
): Promise<Result> {
  const port = await freePort();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fynbos-bench-data-'));
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DEMO: '0',
    RATE_LIMIT_SCALE: '100000',
    MASTER_KEY: 'a master key for benchmarks, of no value at all',
    JWT_SECRET: 'a signing secret for benchmarks, of no value at all',
    ADMIN_EMAIL: ADMIN.emailAddress,
    ADMIN_PASSWORD: ADMIN.password,
    ...settings,
  };
  const children = new Map<string, ChildProcess>();
  const restart = async (name: string): Promise<void> => {
    // Only one process can listen on METRICS_PORT. The api also serves `/metrics` on its own port.
    const own = name === 'api' ? { ...env, METRICS_PORT: undefined } : env;
    children.set(name, await startChild(name, { env: own, preload }));
  };
  const pid = (name: string): number => children.get(name)?.pid ?? -1;
  const child = (name: string): ChildProcess => {
    const found = children.get(name);
    if (!found) throw new Error(`process ${name} was not started`);
    return found;
  };
  const kill = (name: string): Promise<void> => endChild(children.get(name), 'SIGKILL');
  try {
    // The first process creates the tables of the log; the others start in parallel.
    const [first, ...others] = names;
    if (first) await restart(first);
    await Promise.all(others.map(restart));
    return await work({ ...(await signedIn(`http://127.0.0.1:${port}`)), kill, restart, pid, child });
  } finally {
    await Promise.all([...children.values()].map((child) => endChild(child, 'SIGTERM')));
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function signedIn(url: string): Promise<Omit<Portal, 'kill' | 'restart' | 'pid' | 'child'>> {
  const send = async <Answer>(
    method: string,
    where: string,
    body: object | string | undefined,
    token?: string,
  ): Promise<Answer> => {
    const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
    const response = await fetch(`${url}/api/${where}`, {
      method,
      headers: { 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${where}: ${response.status} ${text}`);
    return (type === 'application/x-ndjson' ? text : JSON.parse(text || 'null')) as Answer;
  };
  const { token } = await send<{ token: string }>('POST', 'auth/login', { ...ADMIN, communicationMethod: '' });
  const call = <Answer>(method: string, where: string, body?: object | string) =>
    send<Answer>(method, where, body, token);
  return { url, token, call, apiKey: await newApiKey(call, 'Bench') };
}

/** Registers an integrator who may send and read rental events; returns the API key. */
export async function newApiKey(call: Portal['call'], name: string): Promise<string> {
  const scopes = ['rental-events:write', 'rental-events:read'];
  const { apiKey } = await call<{ apiKey: string }>('POST', 'admin/integrators', { name, scopes });
  return apiKey;
}
