import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Measures the gzipped size of the built entry chunk and its static imports: everything a browser loads before a page
 * is usable. Exits with 1 when the size exceeds the budget. Requires an existing build.
 */
const BUDGET_KB = 350;
const dist = path.resolve(import.meta.dirname, '../dist');

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** Collects a chunk and its static imports, each once. */
function atOnce(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return seen;
  seen.add(name);
  for (const imported of chunk.imports ?? []) atOnce(imported, seen);
  return seen;
}

const kilobytes = async (names: Iterable<string>): Promise<number> => {
  let bytes = 0;
  for (const name of names) {
    const file = manifest[name]?.file;
    if (file?.endsWith('.js')) bytes += gzipSync(await readFile(path.join(dist, file)), { level: 9 }).length;
  }
  return bytes / 1000;
};

const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
if (!entry) throw new Error('the build has no entry; run vite build first');
const first = atOnce(entry);
const size = await kilobytes(first);
const home = await kilobytes(
  atOnce(Object.keys(manifest).find((name) => name.endsWith('dashboard/HomePage.tsx')) ?? '', new Set(first)),
);
process.stdout.write(
  `first load ${size.toFixed(1)} kB, with the landing page ${home.toFixed(1)} kB of ${BUDGET_KB} kB gzip JavaScript\n`,
);
if (home > BUDGET_KB) process.exitCode = 1;
