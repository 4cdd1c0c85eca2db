import type { Import, ImportGraph } from './import-graph.ts';

const BELOW_APPLICATION = ['services/domain', 'services/platform', 'services/event-store', 'projections'];
const UP_TO_APPLICATION = [...BELOW_APPLICATION, 'services/application'];

/** The layers, each with those it may import. No exceptions. */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  'services/domain': [],
  'services/platform': ['services/domain'],
  'services/event-store': ['services/domain', 'services/platform'],
  projections: ['services/domain', 'services/platform', 'services/event-store'],
  'services/application': BELOW_APPLICATION,
  'services/api': UP_TO_APPLICATION,
  'services/workers': UP_TO_APPLICATION,
  'web-agent': ['services/domain'],
  // Both apps share the design tokens and the sign-in.
  'web-admin': ['services/domain', 'web-agent'],
  // Sends everything through the API, and checks its data against the API's schemas.
  'tests/demo': [...UP_TO_APPLICATION, 'services/api'],
  // Measures the size of the built apps.
  scripts: [...UP_TO_APPLICATION, 'services/api', 'services/workers', 'web-agent', 'web-admin'],
};

/** Technical folders of the API, each with the folders of the API that it may import: they know no capability. */
const TECHNICAL: Readonly<Record<string, readonly string[]>> = {
  http: [],
  lists: ['http'],
  ndjson: ['http'],
  pdf: [],
  server: ['http'],
};

/** They load streams, decide, append or claim; routes call functions of the application, which call these. */
const NOT_FOR_ROUTES: readonly string[] = [
  'services/application/handle.ts',
  'services/event-store/claims/claims.ts',
  'services/event-store/claims/claim-many.ts',
  'services/event-store/revision-bump.ts',
];

/** Sentences of the domain for people. Decisions do not depend on them. */
const WORDING = 'services/domain/wording/';

/** The contract of the API: its calls, and the schemas of its answers. The web apps use their types, not their code. */
const CONTRACT = /^services\/api\/(contract|[^/]+\/answers)\.ts$/;

/** Tests may import every layer. The demo data of a first start is a layer of its own. */
const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\/|^tests\/(?!demo\/)/.test(file);
const layerOf = (file: string): string | undefined => Object.keys(LAYERS).find((layer) => file.startsWith(`${layer}/`));

/** One per line: unresolved imports, imports against the direction, cycles of files and folders. */
export function faultsOf(graph: ImportGraph): string[] {
  const faults: string[] = [];
  for (const [from, imports] of graph) {
    const layer = layerOf(from);
    for (const { specifier, file, missing, isTypeOnly } of imports) {
      if (missing) faults.push(`${from} imports ${specifier}, which does not exist`);
      if (isTest(from) || !layer) continue;
      if (layer === 'services/domain' && specifier.startsWith('node:'))
        faults.push(`${from} imports ${specifier}: the domain must be pure`);
      if (file?.startsWith(WORDING) && layer === 'services/domain' && !from.startsWith(WORDING))
        faults.push(`${from} imports ${file}: aggregates may not know the sentences about them`);
      if (layer.startsWith('web-') && file !== null && isTypeOnly && CONTRACT.test(file)) continue;
      const to = file === null ? undefined : (layerOf(file) ?? file.split('/')[0]);
      if (to && to !== layer && !LAYERS[layer]?.includes(to))
        faults.push(`${from} imports ${file}: ${layer} may not import ${to}`);
      if (layer === 'services/api' && file !== null && NOT_FOR_ROUTES.includes(file))
        faults.push(`${from} imports ${file}: routes call functions of services/application`);
    }
  }
  return [...faults, ...technicalFaults(graph), ...cyclesOfFolders(graph), ...cyclesOf(graph).map(cycleText('cycle'))];
}

const cycleText =
  (subject: string) =>
  (cycle: readonly string[]): string =>
    `${subject}: ${[...cycle, cycle[0]].join(' → ')}`;

/** Imports of a capability by a technical folder of the API. */
function technicalFaults(graph: ImportGraph): string[] {
  const folderOf = (file: string): string | undefined => /^services\/api\/([^/]+)\//.exec(file)?.[1];
  return [...graph].flatMap(([file, imports]) => {
    const from = folderOf(file);
    const allowed = from !== undefined && !isTest(file) ? TECHNICAL[from] : undefined;
    if (!allowed) return [];
    return imports.flatMap((one) => {
      const to = one.file === null ? undefined : folderOf(one.file);
      if (!to || to === from || allowed.includes(to)) return [];
      return [`${file} imports ${one.file}: services/api/${from} may not know services/api/${to}`];
    });
  });
}

/** At every depth, between folders as a whole and files: a file is below or above the folders next to it. */
function cyclesOfFolders(graph: ImportGraph): string[] {
  const entries = new Map<string, Map<string, Map<string, Import>>>();
  for (const [file, imports] of graph) {
    for (const one of imports) {
      if (one.file === null || isTest(file) || isTest(one.file)) continue;
      const [from, to] = [file.split('/'), one.file.split('/')];
      const depth = from.findIndex((name, at) => name !== to[at]);
      if (depth < 1) continue;
      const folder = from.slice(0, depth).join('/');
      const between = entries.get(folder) ?? new Map<string, Map<string, Import>>();
      entries.set(folder, between);
      const [source, target] = [from[depth] as string, to[depth] as string];
      between.set(source, (between.get(source) ?? new Map<string, Import>()).set(target, { ...one, file: target }));
    }
  }
  const isFolder = (entry: string): boolean => !/\.tsx?$/.test(entry);
  return [...entries].flatMap(([folder, between]) =>
    cyclesOf(new Map([...between].map(([entry, targets]) => [entry, [...targets.values()]])))
      .filter((cycle) => cycle.some(isFolder))
      .map(cycleText(`cycle in ${folder}`)),
  );
}

/** Files that hand the table of a read model on to a function that writes SQL for several. */
const TABLE_PASSING_FILES: readonly string[] = [
  'scripts/move-events/switch-store.ts',
  'services/api/reports/report-routes.ts',
  'services/application/erasure/erase-tables.ts',
];

/** Whether a file outside `projections` names a read model's table in SQL. */
export const isReadModelSqlMisplaced = (file: string, text: string): boolean =>
  !isTest(file) &&
  layerOf(file) !== 'projections' &&
  !TABLE_PASSING_FILES.includes(file) &&
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
