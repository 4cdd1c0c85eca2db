import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from './folder-lock.ts';

/** A build from the checkout's sources. Paths are relative to the checkout. */
export interface Build {
  readonly name: string;
  /** Source folders; the lockfile is always included. */
  readonly sources: readonly string[];
  /** Output folder, created by `run`. */
  readonly folder: string;
  /** The package that builds. An installation without it comes with a finished build. */
  readonly builder: string;
  run(signal: AbortSignal): Promise<void>;
}

export interface BuildOptions {
  /** Called before a build or a wait for another one. */
  readonly onBuild: () => void;
  readonly signal: AbortSignal;
}

/** Concurrent calls build once. Throws what `run` throws, and the abort reason of `signal`. */
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

/** SHA-256 of the sources and the lockfile. */
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
