import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isRoot, othersMayEnter } from './unprivileged.ts';

/** Makes DATA_DIR and what lies in it. As root the folder may be entered (not read) by Postgres's user. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  const made = await mkdir(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  if (!made && isRoot()) await chmod(dataDir, (await stat(dataDir)).mode | 0o001);
  await mkdir(path.join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
}

/**
 * Where the database cluster of this DATA_DIR lies: in it, except that root's Postgres runs as another user, who may not
 * be able to get there (a folder below /root). Then it lies under /var/lib, by an id that DATA_DIR keeps.
 */
export async function clusterFolder(dataDir: string): Promise<{ folder: string; elsewhere: boolean }> {
  const pointer = path.join(dataDir, 'cluster-folder');
  const kept = await readFile(pointer, 'utf8').catch(() => null);
  if (kept) return { folder: kept.trim(), elsewhere: true };
  if (!isRoot() || (await othersMayEnter(dataDir))) return { folder: path.join(dataDir, 'postgres'), elsewhere: false };
  const folder = `/var/lib/fynbos-rewards/${randomUUID()}/postgres`;
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o711 });
  await writeFile(pointer, folder);
  return { folder, elsewhere: true };
}
