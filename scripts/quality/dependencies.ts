import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './checkout.ts';
import { faultsOf, isReadModelSqlMisplaced, LAYERS } from './dependency-rules.ts';
import { readImports, workspacePackages } from './import-graph.ts';
import { type StepResult, verdict } from './step.ts';

export async function checkDependencies(): Promise<StepResult> {
  const folders = Object.keys(LAYERS);
  const graph = await readImports([...folders, 'tests'], await workspacePackages(folders));
  const faults = faultsOf(graph);
  for (const file of graph.keys())
    if (isReadModelSqlMisplaced(file, await readFile(path.join(root, file), 'utf8')))
      faults.push(`${file}: SQL on read models belongs in projections/<read-model>/queries.ts`);
  return verdict(faults.length === 0, faults.join('\n'));
}
