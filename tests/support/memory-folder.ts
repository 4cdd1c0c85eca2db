import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { runningPostmaster } from '../../scripts/supervisor/postgres/postmaster.ts';
import { othersMayEnter } from '../../scripts/supervisor/postgres/unprivileged.ts';

const MEMORY = '/dev/shm';
/** Free bytes with which a run uses memory instead of the disk; it needs about one gigabyte. */
const NEEDED = 4 * 1024 ** 3;
/** Longer than a test run. */
const ABANDONED_MS = 60 * 60_000;

/** Whether files of a test run fit into memory. A container's `/dev/shm` often has only 64 MB. */
export async function hasMemoryFolder(): Promise<boolean> {
  const room = await statfs(MEMORY).catch(() => null);
  return room !== null && room.bavail * room.bsize >= NEEDED && freemem() >= NEEDED;
}

/**
 * In memory if there is room: creating the many files of databases on disk took a tenth of the integration suites'
 * processor time. The user of Postgres can enter it.
 */
export async function postgresFolder(prefix: string): Promise<string> {
  const base = (await hasMemoryFolder()) ? MEMORY : (await othersMayEnter(tmpdir())) ? tmpdir() : '/tmp';
  if (base === MEMORY) await removeAbandoned(prefix);
  const folder = await mkdtemp(path.join(base, prefix));
  await chmod(folder, 0o711);
  return folder;
}

/** Removes the folders of killed runs, which would occupy memory. */
async function removeAbandoned(prefix: string): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(MEMORY, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs < ABANDONED_MS || (await runningPostmaster(path.join(folder, 'postgres')))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}
