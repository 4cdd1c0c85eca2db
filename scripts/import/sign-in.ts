import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { dataDirOf } from '../instance.ts';

async function readInstanceFile<Content>(file: string): Promise<Content | null> {
  const text = await readFile(path.join(dataDirOf(process.env), file), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Content);
}

/** Address of the portal of this DATA_DIR; the default port if it was never started. */
export async function instanceUrl(): Promise<string> {
  const runtime = await readInstanceFile<{ port: number }>('runtime.json');
  return `http://127.0.0.1:${process.env.PORT ?? runtime?.port ?? 8080}`;
}

/**
 * Signs in as the admin of the environment, otherwise as the generated one of `./scripts/start`. Throws if it is
 * refused.
 */
export async function adminToken(base: string): Promise<string> {
  const secrets = await readInstanceFile<{ adminPasswords: [string, string] }>('secrets.json');
  const emailAddress = process.env.ADMIN_EMAIL ?? 'admin@fynbosrewards.example';
  const password = process.env.ADMIN_PASSWORD ?? secrets?.adminPasswords[0];
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
