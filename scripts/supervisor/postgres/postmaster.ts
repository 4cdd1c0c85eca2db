import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Whether a process is alive, also of another user; zombies are not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // In a container without an init process, zombies stay permanently.
  return !/^\d+ \(.*\) Z/s.test(statOf(pid));
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

/** Process id of the Postgres that runs on a data folder, from its postmaster.pid; null if none runs. */
export async function runningPostmaster(data: string): Promise<number | null> {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return null;
  // Process ids are reused: after a machine crash the file may name another program.
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'args=']).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && stdout.includes(data) ? pid : null;
}

/**
 * Ends the server of a killed start on this data folder and removes a stale pid file. Returns the id of the ended server, or
 * null.
 */
export async function endLeftover(data: string): Promise<number | null> {
  const pid = await runningPostmaster(data);
  if (pid !== null) await endPostmaster(pid, 10_000);
  await rm(path.join(data, 'postmaster.pid'), { force: true });
  return pid;
}

/**
 * Ends a Postgres with SIGINT (fast shutdown); after `limitMs` with SIGQUIT, which requires recovery at the next start.
 */
export async function endPostmaster(pid: number, limitMs: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await gone(pid, limitMs)) return;
  signal(pid, 'SIGQUIT');
  if (await gone(pid, 5_000)) return;
  signal(pid, 'SIGKILL');
  await gone(pid, 5_000);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function gone(pid: number, limitMs: number): Promise<boolean> {
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(25)) if (!isAlive(pid)) return true;
  return !isAlive(pid);
}
