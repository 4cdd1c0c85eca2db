import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process is alive, also of another user; zombies are not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    // In a container without an init process, zombies stay permanently.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

/** Process ids are reused, so an id alone names no process. On Linux from `/proc`: slim images have no `ps`. */
export function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return processColumn(pid, 'args');
  }
}

/** The start time or the command line of a process by `ps`; empty without it. */
export function processColumn(pid: number, column: 'lstart' | 'args', env = process.env): string {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', `${column}=`], { encoding: 'utf8', env }).trim();
  } catch {
    return '';
  }
}

/** Independent of time zone and language. On Linux from the boot, because the time that `ps` shows changes. */
export function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses, the second field, may contain spaces; the start is the twenty-second.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks}`;
  } catch {
    return processColumn(pid, 'lstart', { ...process.env, TZ: 'UTC', LC_ALL: 'C' });
  }
}

/** For programs that do not notice the end by themselves: a shell waits for a pipe to close, then signals. */
export function killOnParentExit(
  child: ChildProcess,
  { signal, afterSeconds }: { signal: 'INT' | 'KILL'; afterSeconds: number },
): void {
  const script = `read -r _; sleep ${afterSeconds}; kill -${signal} ${child.pid}`;
  const guard = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.on('error', () => undefined);
  guard.unref();
  child.once('exit', () => guard.kill('SIGKILL'));
}
