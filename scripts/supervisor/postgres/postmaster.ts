import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLineOf, isAlive } from '../running-process.ts';

/** Process id of the Postgres that runs on a data folder, from its postmaster.pid; null if none runs. */
export async function runningPostmaster(data: string): Promise<number | null> {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return null;
  // After a machine crash the file may name another program.
  const command = commandLineOf(pid);
  return command.includes('postgres') && command.includes(data) ? pid : null;
}

/** Ends the server that a killed start left on this folder; removes a stale pid file. Returns its id, or null. */
export async function endLeftover(data: string): Promise<number | null> {
  const pid = await runningPostmaster(data);
  if (pid !== null) await endPostmaster(pid, 10_000);
  await rm(path.join(data, 'postmaster.pid'), { force: true });
  return pid;
}

/** SIGINT (fast shutdown); after `limitMs` SIGQUIT, which requires recovery at the next start. */
export async function endPostmaster(pid: number, limitMs: number): Promise<void> {
  sendSignal(pid, 'SIGINT');
  if (await hasEnded(pid, limitMs)) return;
  sendSignal(pid, 'SIGQUIT');
  if (await hasEnded(pid, 5_000)) return;
  sendSignal(pid, 'SIGKILL');
  await hasEnded(pid, 5_000);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function hasEnded(pid: number, limitMs: number): Promise<boolean> {
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(25)) if (!isAlive(pid)) return true;
  return !isAlive(pid);
}
