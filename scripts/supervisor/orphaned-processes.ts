import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLineOf, isAlive, startOf } from './running-process.ts';

/** A file with the running processes. */
export interface ProcessList {
  set(name: string, script: string, pid: number | null): void;
}

/** `began`: absent in lists of earlier releases. */
type Entries = Record<string, { pid: number; script: string; began?: string }>;

export function keepProcessList(file: string): ProcessList {
  const entries: Entries = {};
  return {
    set(name, script, pid) {
      if (pid === null) delete entries[name];
      else entries[name] = { pid, script, began: startOf(pid) };
      try {
        if (Object.keys(entries).length === 0) return rmSync(file, { force: true });
        writeFileSync(`${file}.new`, JSON.stringify(entries));
        renameSync(`${file}.new`, file);
      } catch {
        // On a full disk the list is outdated; the processes end by themselves without their supervisor.
      }
    },
  };
}

/** Waits up to twelve seconds for processes of a killed supervisor to stop, then kills them. Returns their number. */
export async function endOrphanedProcesses(file: string): Promise<number> {
  let entries: Entries;
  try {
    entries = JSON.parse(readFileSync(file, 'utf8')) as Entries;
  } catch {
    return 0;
  }
  // Process ids are reused, and another installation runs scripts with the same names.
  const ours = Object.values(entries).filter(
    ({ pid, script, began }) =>
      isAlive(pid) && commandLineOf(pid).includes(script) && (began === undefined || began === startOf(pid)),
  );
  const send = (signal: NodeJS.Signals): void => {
    for (const { pid } of ours.filter((it) => isAlive(it.pid))) process.kill(pid, signal);
  };
  send('SIGTERM');
  for (const end = Date.now() + 12_000; ours.some(({ pid }) => isAlive(pid)) && Date.now() < end; ) await sleep(50);
  send('SIGKILL');
  rmSync(file, { force: true });
  return ours.length;
}
