import { execFileSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';

export interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * The user under whom Postgres runs, which refuses to run as root: null when we are no root ourselves, otherwise
 * the system's unprivileged user. It must have an entry in the user list: initdb looks its name up.
 */
export function unprivilegedUser(): UserIds | null {
  if (!isRoot()) return null;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim());
  return { uid: id('-u'), gid: id('-g') };
}

/** Whether any user of the machine may enter this existing folder, by the permissions of it and of all above it. */
export async function othersMayEnter(folder: string): Promise<boolean> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { mode } = await stat(at);
    if ((mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}
