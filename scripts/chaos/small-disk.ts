import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, rm, rmdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isRoot } from '../supervisor/unprivileged.ts';

/** Between two looks at whether others gave back room while the disk has to stay full. */
const TOP_UP_MS = 20;
/** Below it, in bytes, the rest is taken by writing. */
const SMALLEST = 1024 * 1024;
const PIECE = Buffer.alloc(4096);

/** A file system of a size of its own, that can be filled to the last byte. */
export interface SmallDisk {
  /** Where it is mounted; others may enter. */
  readonly folder: string;
  /** Leaves no room on it for that long: what others give back meanwhile is taken too. */
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
  const options = `size=${megabytes}m,mode=0711`;
  try {
    await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', options, 'fynbos-chaos', folder]);
  } catch {
    await rmdir(folder);
    return null;
  }
  const guard = unmountWithUs(folder);
  return {
    folder,
    fill: (ms) => fill(path.join(folder, 'filler'), ms),
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

async function fill(file: string, ms: number): Promise<void> {
  const filler = await open(file, 'a');
  try {
    await takeMost(file);
    for (const end = Date.now() + ms; Date.now() < end; await sleep(TOP_UP_MS)) while (await fits(filler.write(PIECE)));
  } finally {
    await filler.close();
    await rm(file);
  }
}

/** Takes nearly all that is free, in few and large pieces; one that does not fit, since others write too, is halved. */
async function takeMost(file: string): Promise<void> {
  const { bavail, bsize } = await statfs(path.dirname(file));
  for (let at = 0, piece = bavail * bsize; piece >= SMALLEST; ) {
    try {
      await promisify(execFile)('fallocate', ['-o', `${at}`, '-l', `${piece}`, file]);
      at += piece;
    } catch {
      piece = Math.floor(piece / 2);
    }
  }
}

/** Whether a write found room; throws what is no lack of it. */
async function fits(write: Promise<{ bytesWritten: number }>): Promise<boolean> {
  try {
    return (await write).bytesWritten > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
