import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, processColumn, startOf } from './running-process.ts';

interface Holder {
  readonly pid: number;
  /** Start time of the process, because process ids are reused. */
  readonly began: string;
  readonly token: string;
}

/** Locked while this process lives. Returns how to release it, or its holder's id. Ignores locks of dead processes. */
export async function takeLock(file: string): Promise<{ release(): Promise<void> } | { heldBy: number }> {
  const mine: Holder = { pid: process.pid, began: startOf(process.pid), token: randomUUID() };
  for (;;) {
    const written = await writeFile(file, JSON.stringify(mine), { flag: 'wx', mode: 0o600 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (!written) {
      const holder = await readHolder(file);
      if (holder && isAlive(holder.pid) && isHolder(holder)) return { heldBy: holder.pid };
      await rm(file, { force: true });
      continue;
    }
    // Two processes may both remove a dead lock, the slower one the other's new file: check again.
    await sleep(100);
    if ((await readHolder(file))?.token === mine.token) return { release: () => rm(file, { force: true }) };
  }
}

/** Whether the process is the one that took the lock. Release 0.1.0 writes the start time as `ps` shows it. */
const isHolder = ({ pid, began }: Holder): boolean => began === startOf(pid) || began === processColumn(pid, 'lstart');

/** A partly written file holds no lock. */
async function readHolder(file: string): Promise<Holder | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}
