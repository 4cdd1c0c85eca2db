import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Path of an installed program, or null. */
export async function findProgram(name: string): Promise<string | null> {
  const found = await promisify(execFile)('/bin/sh', ['-c', 'command -v -- "$0"', name]).catch(() => ({ stdout: '' }));
  return found.stdout.trim() || null;
}
