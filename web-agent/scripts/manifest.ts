import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** One chunk of Vite's manifest; the keys are source paths. */
export interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

export const ENTRY = 'index.html';

export const readManifest = async (dist: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;

/** Returns every script that loading these chunks loads, static imports included, and the single stylesheet. */
export function filesOf(manifest: Manifest, keys: readonly string[]): { js: Set<string>; css: Set<string> } {
  const js = new Set<string>();
  const css = new Set<string>(manifest['style.css'] ? [manifest['style.css'].file] : []);
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`not in the manifest: ${key}`);
    if (js.has(chunk.file)) return;
    js.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  keys.forEach(visit);
  return { js, css };
}
