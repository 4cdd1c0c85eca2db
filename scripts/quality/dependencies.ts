import { root } from './command.ts';
import { faultsOf, layers } from './dependency-rules.ts';
import { readImports, workspacePackages } from './import-graph.ts';
import { type StepResult, verdict } from './step.ts';

/** Checks the direction of every import of the checkout. */
export async function checkDependencies(): Promise<StepResult> {
  const folders = Object.keys(layers);
  const graph = await readImports(root, [...folders, 'tests'], await workspacePackages(root, folders));
  const faults = faultsOf(graph);
  return verdict(faults.length === 0, faults.join('\n'));
}
