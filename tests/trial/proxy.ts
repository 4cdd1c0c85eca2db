import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { command } from './engine.ts';
import { env, folder, installation } from './installation.ts';

export const HAPROXY = process.env.HAPROXY_IMAGE ?? 'haproxy:3.2-bookworm';

/** Starts the proxy with a new certificate. */
export async function startProxy(): Promise<string> {
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => path.join(folder, name)) as [string, string];
  await command('openssl', [...request, '-keyout', key, '-out', certificate]);
  await writeFile(env.TLS_PEM as string, `${await readFile(certificate, 'utf8')}${await readFile(key, 'utf8')}`);
  await chmod(folder, 0o755);
  await chmod(env.TLS_PEM as string, 0o644);
  env.HAPROXY_IMAGE = HAPROXY;
  env.COMPOSE_PROFILES = 'proxy';
  await installation.compose('up', '--detach', '--no-deps', 'proxy');
  await new Promise((resolve) => setTimeout(resolve, 5000));
  return '';
}
