import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { type BuildOptions, buildOnce } from './build-once.ts';
import { processes } from './processes.ts';

const FOLDER = 'services/dist';

/** Unless the sources are unchanged. A bundle loads in a third of the time of tsx (docs/decisions/0001). */
export async function buildServices(root: string, options: BuildOptions): Promise<'built' | 'current'> {
  const made = processes(root).filter(({ built }) => built !== undefined);
  const scripts = Object.fromEntries(made.map(({ name, script }) => [name, script]));
  const settings = {
    name: 'services',
    sources: ['services', 'projections', 'scripts/supervisor'],
    folder: FOLDER,
    builder: 'esbuild',
    run: () => bundle(root, scripts),
  };
  return buildOnce(root, settings, options);
}

/** Bundles scripts, relative to the checkout, into files of `services/dist` with the names of their keys. */
export async function bundle(root: string, scripts: Record<string, string>): Promise<void> {
  const folder = path.join(root, FOLDER);
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: scripts,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    // Node's own resolution has no `module` condition.
    conditions: [],
    sourcemap: true,
    sourcesContent: false,
    plugins: [packagesStay(folder), addressesStay(folder)],
    logLevel: 'silent',
    write: false,
  });
  await mkdir(folder, { recursive: true });
  // Renamed, so that a process that starts now finds a complete file.
  for (const { path: file, contents } of outputFiles) {
    await writeFile(`${file}.new`, contents);
    await rename(`${file}.new`, file);
  }
}

/** npm packages are not bundled, because workspaces can have different versions. */
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

/** Keeps `import.meta.url` of each source, which reads files next to it. */
const addressesStay = (folder: string): Plugin => ({
  name: 'addresses-stay',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      if (/import\.meta\.(?!url\b)/.test(source)) throw new Error(`${file}: bundles support only import.meta.url`);
      const own = `new URL(${JSON.stringify(path.relative(folder, file))}, import.meta.url).href`;
      return { contents: source.replaceAll('import.meta.url', own), loader: 'ts' };
    });
  },
});
