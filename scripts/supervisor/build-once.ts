import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from './folder-lock.ts';

/** Something that is built from the checkout's sources. Paths are relative to the checkout. */
export interface Build {
  readonly name: string;
  /** Folders of whose files it is made; the lockfile always counts. */
  readonly sources: readonly string[];
  /** Where it lies, made by `run`. */
  readonly folder: string;
  /** The package that builds: an installation without it comes with what was built for it. */
  readonly builder: string;
  run(signal: AbortSignal): Promise<void>;
}

export interface BuildOptions {
  /** Called when it has to be built or waited for. */
  readonly onBuild: () => void;
  readonly signal: AbortSignal;
}

/**
 * Builds unless what was built last came from the same sources. Two that start at once build once. Throws what `run` throws,
 * and what `signal` was aborted with.
 */
export async function buildOnce(
  root: string,
  build: Build,
  { onBuild, signal }: BuildOptions,
): Promise<'built' | 'current'> {
  if (await isCurrent(root, build)) return 'current';
  for (;;) {
    const lock = await takeLock(path.join(root, 'node_modules', `.${build.name}-build`));
    if ('heldBy' in lock) {
      onBuild();
      await sleep(200, undefined, { signal });
      continue;
    }
    try {
      if (await isCurrent(root, build)) return 'current';
      onBuild();
      const sources = await sourcesHash(root, build);
      await build.run(signal);
      await writeFile(stampOf(root, build), sources);
      return 'built';
    } finally {
      await lock.release();
    }
  }
}

const stampOf = (root: string, { folder }: Build): string => path.join(root, folder, '.sources');

async function isCurrent(root: string, build: Build): Promise<boolean> {
  const built = await readFile(stampOf(root, build), 'utf8').catch(() => null);
  if (built && !existsSync(path.join(root, 'node_modules', build.builder))) return true;
  return built === (await sourcesHash(root, build));
}

/** SHA-256 over all that goes into a build: its sources and the lockfile. */
async function sourcesHash(root: string, { sources }: Build): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of sources) {
    const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !/[/\\](node_modules|dist)[/\\]|\.test\.tsx?$/.test(file));
    for (const file of files.sort())
      hash
        .update(path.relative(root, file))
        .update('\0')
        .update(await readFile(file));
  }
  return hash.update(await readFile(path.join(root, 'package-lock.json'))).digest('hex');
}
