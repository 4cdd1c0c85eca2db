import { readFileSync } from 'node:fs';

/** Variables that can be set from a file: `MASTER_KEY_FILE` names the file that contains `MASTER_KEY`. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'REDIS_URL',
  'EVENTSTORE_URL',
  'MASTER_KEY',
  'MASTER_KEY_OTHERS',
  'JWT_SECRET',
  'SMTP_URL',
  'SMS_URL',
  'ADMIN_PASSWORD',
  'ADMIN2_PASSWORD',
] as const;

/**
 * `NAME_FILE` into `NAME`, trimmed. An empty file counts as absent. An unreadable one, and a variable set both ways,
 * are problems that begin with the variable's name; `NAME_FILE` stays, so a second call reports the same.
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): { env: NodeJS.ProcessEnv; problems: string[] } {
  const result: NodeJS.ProcessEnv = { ...env };
  const problems: string[] = [];
  for (const name of SECRET_VARIABLES) {
    const file = env[`${name}_FILE`]?.trim();
    try {
      const value = file && readFileSync(file, 'utf8').trim();
      if (value && env[name]?.trim()) problems.push(`${name} and ${name}_FILE are both set.`);
      else {
        if (value) result[name] = value;
        delete result[`${name}_FILE`];
      }
    } catch (error) {
      problems.push(`${name}_FILE cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}.`);
    }
  }
  return { env: result, problems };
}
