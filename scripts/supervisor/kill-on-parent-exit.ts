import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Ends a child some seconds after this process died for any reason: a shell waits for a pipe to close and then sends the
 * signal. For programs that do not notice by themselves.
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
