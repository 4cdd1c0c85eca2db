import type { Import, ImportGraph } from './import-graph.ts';

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
  // Sends everything through the API, and checks its data against the API's schemas.
  'tests/demo': [
    'services/domain',
    'services/platform',
    'services/event-store',
    'projections',
    'services/application',
    'services/api',
  ],
  scripts: [
    'services/domain',
    'services/platform',
    'services/event-store',
    'projections',
    'services/application',
    'services/workers',
    'services/api',
    // To measure the size of the built apps.
    'web-agent',
    'web-admin',
  ],
};

/** Technical folders of the API, each with the folders of the API that it may import: they know no capability. */
const technical: Readonly<Record<string, readonly string[]>> = {
  http: [],
  lists: ['http'],
  ndjson: ['http'],
  pdf: [],
  server: ['http'],
};

/**
 * Files that load streams, decide, append events or claim values. Routes call functions of the application layer, which
 * call these.
 */
const notForRoutes: readonly string[] = [
  'services/application/handle.ts',
  'services/event-store/claims/claims.ts',
  'services/event-store/claims/claim-many.ts',
  'services/event-store/claims/revision-bump.ts',
];

/** The contract of the API: the schemas of its answers. The web apps use their types, and none of their code. */
const CONTRACT = /^services\/api\/[^/]+\/answers\.ts$/;

/** Layers whose folders, one per capability, may not form a circle. Files directly in the layer compose the folders. */
const foldersWithoutCircle = [
  'services/domain',
  'projections',
  'services/application',
  'services/api',
  'web-agent/src',
  'web-admin/src',
];

/** Tests may import every layer. The demo data of a first start is a layer of its own. */
const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\/|^tests\/(?!demo\/)/.test(file);
const layerOf = (file: string): string | undefined => Object.keys(layers).find((layer) => file.startsWith(`${layer}/`));

/**
 * Faults of the graph, one per line: unresolved imports, imports against the direction, cycles of files and folders.
 */
export function faultsOf(graph: ImportGraph): string[] {
  const faults: string[] = [];
  for (const [from, imports] of graph) {
    const layer = layerOf(from);
    for (const { specifier, file, missing, isTypeOnly } of imports) {
      if (missing) faults.push(`${from} imports ${specifier}, which does not exist`);
      if (isTest(from) || !layer) continue;
      if (layer === 'services/domain' && specifier.startsWith('node:'))
        faults.push(`${from} imports ${specifier}: the domain must be pure`);
      if (layer.startsWith('web-') && file !== null && isTypeOnly && CONTRACT.test(file)) continue;
      const to = file === null ? undefined : (layerOf(file) ?? file.split('/')[0]);
      if (to && to !== layer && !layers[layer]?.includes(to))
        faults.push(`${from} imports ${file}: ${layer} may not import ${to}`);
      if (layer === 'services/api' && file !== null && notForRoutes.includes(file))
        faults.push(`${from} imports ${file}: routes call functions of services/application`);
    }
  }
  for (const layer of foldersWithoutCircle) faults.push(...folderFaults(graph, layer));
  return [...faults, ...cyclesOf(graph).map((cycle) => `cycle: ${[...cycle, cycle[0]].join(' → ')}`)];
}

/** The folder of a file within a layer; undefined for a file directly in it, of another layer, or of a test. */
const folderOf = (layer: string, file: string): string | undefined =>
  isTest(file) || !file.startsWith(`${layer}/`) ? undefined : /^([^/]+)\//.exec(file.slice(layer.length + 1))?.[1];

/** Circles between the folders of a layer, and imports of a capability by a technical folder of the API. */
function folderFaults(graph: ImportGraph, layer: string): string[] {
  const faults: string[] = [];
  const folders = new Map<string, Map<string, Import>>();
  for (const [file, imports] of graph) {
    const from = folderOf(layer, file);
    if (!from) continue;
    const known = folders.get(from) ?? new Map<string, Import>();
    folders.set(from, known);
    for (const one of imports) {
      const to = one.file === null ? undefined : folderOf(layer, one.file);
      if (!to || to === from) continue;
      known.set(to, { ...one, file: to });
      if (layer === 'services/api' && technical[from] && !technical[from].includes(to))
        faults.push(`${file} imports ${one.file}: ${layer}/${from} may not know ${layer}/${to}`);
    }
  }
  const between: ImportGraph = new Map([...folders].map(([folder, to]) => [folder, [...to.values()]]));
  return [...faults, ...cyclesOf(between).map((cycle) => `circle in ${layer}: ${[...cycle, cycle[0]].join(' → ')}`)];
}

/** Files that hand the table of a read model on to a function that writes SQL for several. */
const handingOn: readonly string[] = [
  'scripts/move/switch-store.ts',
  'services/api/reports/routes.ts',
  'services/application/erasure/tables.ts',
];

/** Whether a file outside `projections` names a read model's table in SQL. */
export const isReadModelSqlMisplaced = (file: string, text: string): boolean =>
  !isTest(file) &&
  layerOf(file) !== 'projections' &&
  !handingOn.includes(file) &&
  /readModelTable\([^)]*\)\.sql|liveTable\(/.test(text);

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
