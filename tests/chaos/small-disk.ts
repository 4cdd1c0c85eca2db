import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rmdir, statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isRoot } from '../../scripts/supervisor/unprivileged.ts';

/** Between two looks at whether others gave back room while the disk has to stay full. */
const LOOK_MS = 50;

/** A file system of a size of its own, that can be filled to the last byte. */
export interface SmallDisk {
  /** Where it is mounted; others may enter. */
  readonly folder: string;
  /** Leaves no room on it for that long: what others give back meanwhile is gone too. */
  fill(ms: number): Promise<void>;
  /** Unmounts it. What lies on it is gone. */
  close(): Promise<void>;
}

/**
 * Mounts a file system of that size (in memory, so that it takes no more than lies on it) on a new folder. Null where this
 * machine does not let us: that needs Linux, root and the right to mount.
 */
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
        // It is made as small as what lies on it, which is quicker than a file as large as what is free.
        for (const end = Date.now() + ms; Date.now() < end; await sleep(LOOK_MS)) {
          const { blocks, bfree, bsize } = await statfs(folder);
          // Refused where somebody has taken room since: then it is smaller at the next look.
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

/** A shell that unmounts the folder when its pipe is closed: by us, or because we have died. */
function unmountWithUs(folder: string): ChildProcess {
  const script = 'read -r _; umount "$0" || { sleep 10; umount -l "$0"; }';
  return spawn('/bin/sh', ['-c', script, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
}
