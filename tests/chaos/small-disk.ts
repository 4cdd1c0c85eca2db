import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rmdir, statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isRoot } from '../../scripts/supervisor/postgres/unprivileged.ts';

/** Interval of checks whether space was freed while the disk must stay full. */
const POLL_MS = 50;

/** A file system of limited size that can be filled completely. */
export interface SmallDisk {
  /** Mount point; other users may enter. */
  readonly folder: string;
  /** Keeps it full for this time, including space that is freed in that time. */
  fill(ms: number): Promise<void>;
  /** Unmounts it; its data is lost. */
  close(): Promise<void>;
}

/** A file system in memory on a new folder. Null without Linux, root or the right to mount. */
export async function openSmallDisk(folder: string, megabytes: number): Promise<SmallDisk | null> {
  if (process.platform !== 'linux' || !isRoot()) return null;
  await mkdir(folder);
  const mount = (options: string) =>
    promisify(execFile)('mount', ['-t', 'tmpfs', '-o', options, 'fynbos-chaos', folder]);
  const whole = `size=${megabytes}m`;
  try {
    await mount(`${whole},mode=0711`);
  } catch {
    await rmdir(folder);
    return null;
  }
  const guard = unmountWithUs(folder);
  return {
    folder,
    async fill(ms) {
      try {
        // Shrinking the file system is faster than writing a large file.
        for (const end = Date.now() + ms; Date.now() < end; await sleep(POLL_MS)) {
          const { blocks, bfree, bsize } = await statfs(folder);
          // Refused if space was used since; the next check retries.
          if (bfree > 0) await mount(`remount,size=${(blocks - bfree) * bsize}`).catch(() => undefined);
        }
      } finally {
        await mount(`remount,${whole}`);
      }
    },
    async close() {
      const over = once(guard, 'exit');
      guard.stdin?.end();
      await over;
      await rmdir(folder).catch(() => undefined);
    },
  };
}

/** A shell that unmounts the folder when its pipe closes, also when this process dies. */
function unmountWithUs(folder: string): ChildProcess {
  const script = 'read -r _; umount "$0" || { sleep 10; umount -l "$0"; }';
  return spawn('/bin/sh', ['-c', script, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
}
