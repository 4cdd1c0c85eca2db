import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isRoot } from '../../scripts/supervisor/postgres/unprivileged.ts';
import { findProgram } from '../environment/find-program.ts';

const run = promisify(execFile);

/**
 * The first that is installed, else the Debian package, installed by root with apt (not with `FYNBOS_NO_INSTALL=1`),
 * else null.
 */
export async function program(names: readonly string[], debianPackage: string): Promise<string | null> {
  const there = await find(names);
  if (there || !isRoot() || process.env.FYNBOS_NO_INSTALL === '1' || !(await find(['apt-get']))) return there;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = (): Promise<unknown> =>
    run('apt-get', ['install', '-y', '--no-install-recommends', debianPackage], { env: environment, timeout: 240_000 });
  // The package lists may be missing or outdated, so the second attempt follows an update.
  await install()
    .catch(async () => {
      await run('apt-get', ['update'], { timeout: 120_000 });
      await install();
    })
    .catch(() => undefined);
  return find(names);
}

async function find(names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    const found = await findProgram(name);
    if (found) return found;
  }
  return null;
}
