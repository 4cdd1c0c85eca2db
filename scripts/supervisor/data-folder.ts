import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isRoot, othersMayEnter } from './postgres/unprivileged.ts';

/** The folder of the portal: DATA_DIR, or `.data` in the checkout `root`. */
export const dataDirOf = ({ DATA_DIR }: NodeJS.ProcessEnv, root: string): string =>
  path.resolve(DATA_DIR?.trim() || path.join(root, '.data'));

/** Creates DATA_DIR and its folders. Root lets the user of Postgres enter (not read) it. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  const made = await mkdir(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  if (!made && isRoot()) await chmod(dataDir, (await stat(dataDir)).mode | 0o001);
  await mkdir(path.join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
}

/** In DATA_DIR, or below /var/lib if root's Postgres cannot enter it (below /root), which DATA_DIR then records. */
export async function clusterFolder(dataDir: string): Promise<{ folder: string; isOutsideDataDir: boolean }> {
  const pointer = path.join(dataDir, 'cluster-folder');
  const recorded = await readFile(pointer, 'utf8').catch(() => null);
  if (recorded) return { folder: recorded.trim(), isOutsideDataDir: true };
  if (!isRoot() || (await othersMayEnter(dataDir)))
    return { folder: path.join(dataDir, 'postgres'), isOutsideDataDir: false };
  const folder = `/var/lib/fynbos-rewards/${randomUUID()}/postgres`;
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o711 });
  await writeFile(pointer, folder);
  return { folder, isOutsideDataDir: true };
}
