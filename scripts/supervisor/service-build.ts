import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { type BuildOptions, buildOnce } from './build-once.ts';
import { type ProcessDefinition, processes } from './processes.ts';

const FOLDER = 'services/dist';

/**
 * Builds the product's processes, one file of each, unless they were built last from the same sources
 * (docs/decisions/0001): Node loads a file in a third of the time in which tsx loads its six hundred. Throws esbuild's
 * error where the sources are none.
 */
export async function buildServices(root: string, options: BuildOptions): Promise<'built' | 'current'> {
  const made = processes(root).filter(({ built }) => built !== undefined);
  const settings = {
    name: 'services',
    sources: ['services', 'projections', 'scripts/supervisor'],
    folder: FOLDER,
    builder: 'esbuild',
    run: () => bundle(root, made),
  };
  return buildOnce(root, settings, options);
}

async function bundle(root: string, made: readonly ProcessDefinition[]): Promise<void> {
  const folder = path.join(root, FOLDER);
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(made.map(({ name, script }) => [name, script])),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    // As Node resolves packages, which knows no `module`.
    conditions: [],
    sourcemap: true,
    sourcesContent: false,
    plugins: [packagesStay(folder), addressesStay(folder)],
    logLevel: 'silent',
    write: false,
  });
  await mkdir(folder, { recursive: true });
  // A process that starts meanwhile finds the file of before, or the new one whole.
  for (const { path: file, contents } of outputFiles) {
    await writeFile(`${file}.new`, contents);
    await rename(`${file}.new`, file);
  }
}

/** Packages of others are not built in, but loaded from where they lie: workspaces may have each their own version. */
const packagesStay = (folder: string): Plugin => ({
  name: 'packages-stay',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === packagesStay || kind === 'entry-point' || name.startsWith('node:')) return undefined;
      const found = await resolve(name, { kind, importer, resolveDir, pluginData: packagesStay });
      if (found.errors.length > 0 || found.external || !/[/\\]node_modules[/\\]/.test(found.path)) return found;
      return { path: path.relative(folder, found.path), external: true };
    });
  },
});

/** A source's own address stays that of the source: it reads what lies beside it. */
const addressesStay = (folder: string): Plugin => ({
  name: 'addresses-stay',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      if (/import\.meta\.(?!url\b)/.test(source)) throw new Error(`${file}: of import.meta only the url is built`);
      const own = `new URL(${JSON.stringify(path.relative(folder, file))}, import.meta.url).href`;
      return { contents: source.replaceAll('import.meta.url', own), loader: 'ts' };
    });
  },
});
