import { LAYERS } from './dependency-rules.ts';
import { type ImportGraph, readImports, workspacePackages } from './import-graph.ts';

/** Test files of the server, relative to the checkout. */
export interface SuitesByKind {
  /** Suites that need nothing but Node. */
  readonly unit: string[];
  /** Suites that use a database, Redis or a browser, or start a program. */
  readonly integration: string[];
}

/** The addresses of the servers that tests/support/global-setup.ts starts. */
const SERVERS = ['tests/support/database.ts', 'tests/support/redis.ts'];
const PROGRAMS = ['node:child_process', 'testcontainers'];

/** Sorts the server's test files by what they import, directly or through other files, so that no list needs upkeep. */
export async function suitesByKind(): Promise<SuitesByKind> {
  const folders = Object.keys(LAYERS).filter((layer) => !layer.startsWith('web-'));
  const graph = await readImports([...folders, 'tests'], await workspacePackages(folders));
  const suites = [...graph.keys()].filter((file) => file.endsWith('.test.ts'));
  const needsServer = (file: string): boolean => reaches(graph, file, new Set());
  return { unit: suites.filter((file) => !needsServer(file)), integration: suites.filter(needsServer) };
}

function reaches(graph: ImportGraph, file: string, seen: Set<string>): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  if (SERVERS.includes(file)) return true;
  return (graph.get(file) ?? []).some(
    ({ specifier, file: next }) => PROGRAMS.includes(specifier) || (next !== null && reaches(graph, next, seen)),
  );
}
