import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './command.ts';
import { faultsOf, rooms } from './dependency-rules.ts';
import { readImports } from './import-graph.ts';
import { type StepResult, verdict } from './step.ts';

/** Checks the direction of every import of the checkout. */
export async function checkDependencies(): Promise<StepResult> {
  const graph = await readImports(root, [...Object.keys(rooms), 'tests'], await workspaces());
  const faults = faultsOf(graph);
  return verdict(faults.length === 0, faults.join('\n'));
}

/** Name of each workspace's package, with its folder. */
async function workspaces(): Promise<ReadonlyMap<string, string>> {
  const folders = Object.keys(rooms).filter((room) => room !== 'scripts');
  const named = folders.map(async (folder): Promise<[string, string]> => {
    const manifest = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8')) as { name: string };
    return [manifest.name, folder];
  });
  return new Map(await Promise.all(named));
}
