import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { instanceFolder } from '../instance.ts';
import { GENERATED_ADMIN, generatedAdminPassword } from '../supervisor/secrets.ts';

/** Address of the portal of this DATA_DIR; the default port if it was never started. */
export async function instanceUrl(): Promise<string> {
  const text = await readFile(path.join(instanceFolder(), 'runtime.json'), 'utf8').catch(() => '{}');
  const { port = 8080 } = JSON.parse(text) as { port?: number };
  return `http://127.0.0.1:${process.env.PORT ?? port}`;
}

/** That of the environment, or the generated one of `./scripts/start`. Throws if the sign-in is refused. */
export async function adminToken(base: string): Promise<string> {
  const emailAddress = process.env.ADMIN_EMAIL ?? GENERATED_ADMIN;
  const password = process.env.ADMIN_PASSWORD ?? (await generatedAdminPassword(instanceFolder()));
  if (password === undefined)
    throw new Error('Set ADMIN_EMAIL and ADMIN_PASSWORD, or the DATA_DIR of the running portal.');
  const response = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailAddress, password, communicationMethod: '' }),
  });
  const answer = (await response.json()) as { token?: string; message?: string };
  if (!response.ok || answer.token === undefined)
    throw new Error(`Sign-in was refused: ${answer.message ?? response.status}`);
  return answer.token;
}
