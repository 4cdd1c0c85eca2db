import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoProgramme } from '@fynbos/platform/config/programme.ts';
import { adminToken } from '../../scripts/import/sign-in.ts';
import { freePort } from '../../scripts/supervisor/ports.ts';
import { docker, Installation, inspect } from './engine.ts';

const secret = (): string => randomBytes(24).toString('base64url');
const id = randomBytes(3).toString('hex');
const port = 20_000 + Math.floor(Math.random() * 20_000);

/** Temporary folder of the trial, removed at the end. */
export const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-trial-'));
export const httpsPort = await freePort();
export const admin = { ADMIN_EMAIL: 'admin@trial.example', ADMIN_PASSWORD: secret() };

/** Variables of the compose project: random secrets, ports and names. */
export const env: NodeJS.ProcessEnv = {
  ...demoProgramme,
  ...process.env,
  ...admin,
  COMPOSE_PROJECT_NAME: `fynbos-trial-${id}`,
  COMPOSE_PROFILES: '',
  OUTSIDE_PREFIX: `10.213.${Math.floor(Math.random() * 250)}`,
  TAG: `trial-${id}`,
  PORT: `${port}-${port + 3}`,
  API_REPLICAS: '2',
  WORKERS_REPLICAS: '2',
  HTTPS_BIND: '127.0.0.1',
  HTTPS_PORT: String(httpsPort),
  TLS_PEM: path.join(folder, 'tls.pem'),
  PUBLIC_URL: `https://localhost:${httpsPort}`,
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMS_URL: 'https://127.0.0.1:9/',
  POSTGRES_PASSWORD: secret(),
  POSTGRES_APP_PASSWORD: secret(),
  REDIS_PASSWORD: secret(),
  MASTER_KEY: secret(),
  JWT_SECRET: secret(),
};

export const installation = new Installation(env);
export const UP = ['up', '--detach', '--wait'];
export const image = (): string => `fynbos-rewards:${env.TAG}`;

/** The address of one api on this machine; it changes when a container is replaced. */
export async function base(): Promise<string> {
  const [api] = await installation.containers('api');
  return `http://127.0.0.1:${await inspect(api as string, '{{(index (index .NetworkSettings.Ports "8080/tcp") 0).HostPort}}')}`;
}

export async function signedIn(url: string): Promise<string> {
  Object.assign(process.env, admin);
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      return await adminToken(url);
    } catch (error) {
      // On a busy machine the event store may not answer in time.
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

/** Runs a shell command as root in the product's image, with folders or volumes mounted. */
export const asRoot = (mounts: readonly string[], text: string): Promise<string> =>
  docker(
    'run',
    '--rm',
    '--user',
    '0',
    ...mounts.flatMap((one) => ['--volume', one]),
    '--entrypoint',
    'sh',
    image(),
    '-c',
    text,
  );
