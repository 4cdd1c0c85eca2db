import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { root, sourcesOf } from './checkout.ts';

export interface Import {
  /** The specifier in the source. */
  readonly specifier: string;
  /** The imported file, relative to the checkout; null for packages and Node's modules. */
  readonly file: string | null;
  /** Only types are imported, so that no code of the file is in the bundle. */
  readonly isTypeOnly?: boolean;
  /** The import names a file of the checkout that does not exist. */
  readonly missing: boolean;
}

/** Imports of each source file; keys and `file` are paths relative to the checkout, with slashes. */
export type ImportGraph = ReadonlyMap<string, readonly Import[]>;

const SOURCE = /^(?!.*\/(?:node_modules|dist)\/).*\.tsx?$/;

/**
 * Includes types, re-exports and literal `import()`. Parses with oxc-parser, because dependency-cruiser 17 reads
 * neither TypeScript 7 nor our `.tsx`.
 */
export async function readImports(
  folders: readonly string[],
  packages: ReadonlyMap<string, string>,
): Promise<ImportGraph> {
  const graph = new Map<string, Import[]>();
  for (const folder of folders) {
    for (const [file, source] of await sourcesOf(folder, SOURCE)) {
      const resolved = [...importsOf(file, source)].map(async ([specifier, kind]) => ({
        ...(await resolve(file, specifier, packages)),
        ...kind,
      }));
      graph.set(file, await Promise.all(resolved));
    }
  }
  return graph;
}

/** The workspace packages among these folders: each package's name with its folder. */
export async function workspacePackages(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const packages = new Map<string, string>();
  for (const folder of folders) {
    const manifest = await readFile(path.join(root, folder, 'package.json'), 'utf8').catch(() => null);
    if (manifest !== null) packages.set((JSON.parse(manifest) as { name: string }).name, folder);
  }
  return packages;
}

/** Imported files, and whether only types are imported from each. Throws an Error with the place of a syntax error. */
export function importsOf(file: string, source: string): Map<string, { readonly isTypeOnly: boolean }> {
  const { module, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found = new Map<string, { readonly isTypeOnly: boolean }>();
  const add = (specifier: string | null | undefined, isTypeOnly: boolean): void => {
    if (!specifier) return;
    found.set(specifier, { isTypeOnly: isTypeOnly && (found.get(specifier)?.isTypeOnly ?? true) });
  };
  const isOfTypes = ({ start, end }: { start: number; end: number }): boolean =>
    /^(import|export) type\b/.test(source.slice(start, end));
  for (const it of module.staticImports) add(it.moduleRequest.value, isOfTypes(it));
  for (const it of module.staticExports)
    for (const { moduleRequest } of it.entries) add(moduleRequest?.value, isOfTypes(it));
  for (const { moduleRequest } of module.dynamicImports)
    add(/^(['"])(.*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[2], false);
  return found;
}

async function resolve(from: string, specifier: string, packages: ReadonlyMap<string, string>): Promise<Import> {
  const target = ourFile(from, specifier, packages);
  if (target === null) return { specifier, file: null, missing: false };
  const found = await stat(path.join(root, target.replace(/\?.*$/, ''))).catch(() => null);
  return { specifier, file: target, missing: !found?.isFile() };
}

function ourFile(from: string, specifier: string, packages: ReadonlyMap<string, string>): string | null {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  const [scope, name, ...rest] = specifier.split('/');
  const folder = packages.get(`${scope}/${name}`);
  return folder === undefined ? null : path.posix.join(folder, ...rest);
}
