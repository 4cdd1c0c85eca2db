import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Sees to it that a process ends when this one has died, however it died: a shell waits on a pipe that closes then, and
 * sends the signal some seconds later. For programs that would not notice by themselves.
 */
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
