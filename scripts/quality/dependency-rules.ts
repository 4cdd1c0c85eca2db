import type { ImportGraph } from './import-graph.ts';

/** The layers, each with those it may import. No exceptions. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  'services/domain': [],
  'services/platform': ['services/domain'],
  'services/event-store': ['services/domain', 'services/platform'],
  projections: ['services/domain', 'services/platform', 'services/event-store'],
  'services/application': ['services/domain', 'services/platform', 'services/event-store', 'projections'],
  'services/api': [
    'services/domain',
    'services/platform',
    'services/event-store',
    'projections',
    'services/application',
  ],
  'services/workers': [
    'services/domain',
    'services/platform',
    'services/event-store',
    'projections',
    'services/application',
  ],
  'web-agent': ['services/domain'],
  // Both apps share the design tokens and the sign-in.
  'web-admin': ['services/domain', 'web-agent'],
  scripts: [
    ...[
      'services/domain',
      'services/platform',
      'services/event-store',
      'projections',
      'services/application',
      'services/workers',
      'services/api',
    ],
    // To measure the size of the built apps.
    ...['web-agent', 'web-admin'],
  ],
};

/** Tests may import every layer. */
const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\/|^tests\//.test(file);
const layerOf = (file: string): string | undefined => Object.keys(layers).find((layer) => file.startsWith(`${layer}/`));

/** Faults of the graph, one per line: unresolved imports, imports against the direction, cycles. */
export function faultsOf(graph: ImportGraph): string[] {
  const faults: string[] = [];
  for (const [from, imports] of graph) {
    const layer = layerOf(from);
    for (const { specifier, file, missing } of imports) {
      if (missing) faults.push(`${from} imports ${specifier}, which does not exist`);
      if (isTest(from) || !layer) continue;
      if (layer === 'services/domain' && specifier.startsWith('node:'))
        faults.push(`${from} imports ${specifier}: the domain must be pure`);
      const to = file === null ? undefined : (layerOf(file) ?? file.split('/')[0]);
      if (to && to !== layer && !layers[layer]?.includes(to))
        faults.push(`${from} imports ${file}: ${layer} may not import ${to}`);
    }
  }
  return [...faults, ...cyclesOf(graph).map((cycle) => `cycle: ${[...cycle, cycle[0]].join(' → ')}`)];
}

/** One cycle per import that closes it, found by depth-first search. */
function cyclesOf(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (file: string): void => {
    path.push(file);
    for (const { file: to } of graph.get(file) ?? []) {
      if (to === null || done.has(to)) continue;
      const at = path.indexOf(to);
      if (at >= 0) cycles.push(path.slice(at));
      else walk(to);
    }
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) if (!done.has(file)) walk(file);
  return cycles;
}
