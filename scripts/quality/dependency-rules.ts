import type { ImportGraph } from './import-graph.ts';

/** Rooms of the house, each with those it may use: dependencies point one way. No exceptions. */
export const rooms: Readonly<Record<string, readonly string[]>> = {
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
  // Both apps share colours, type and spacing, and one sign-in.
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
    // The size of what was built.
    ...['web-agent', 'web-admin'],
  ],
};

/** Tests may use tests/support and whatever they need to provoke. */
const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\/|^tests\//.test(file);
const roomOf = (file: string): string | undefined => Object.keys(rooms).find((room) => file.startsWith(`${room}/`));

/** Every fault of the graph, a line each: an import that finds nothing, one against the direction, a cycle. */
export function faultsOf(graph: ImportGraph): string[] {
  const faults: string[] = [];
  for (const [from, imports] of graph) {
    const room = roomOf(from);
    for (const { specifier, file, missing } of imports) {
      if (missing) faults.push(`${from} imports ${specifier}, which is not there`);
      if (isTest(from) || !room) continue;
      if (room === 'services/domain' && specifier.startsWith('node:'))
        faults.push(`${from} uses ${specifier}: the domain is pure`);
      const to = file === null ? undefined : (roomOf(file) ?? file.split('/')[0]);
      if (to && to !== room && !rooms[room]?.includes(to))
        faults.push(`${from} imports ${file}: ${room} may not use ${to}`);
    }
  }
  return [...faults, ...cyclesOf(graph).map((cycle) => `cycle: ${[...cycle, cycle[0]].join(' → ')}`)];
}

/** A cycle for each import that closes one, found by walking in depth. */
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
