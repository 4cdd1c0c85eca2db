import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from './folder-lock.ts';
import { eachLine } from './log-file.ts';

/** `built` now, `current` from before, `absent`: the checkout has no such app. */
export type WebBuild = 'built' | 'current' | 'absent';

/**
 * Builds a web app of the checkout (its npm script `build`, into its `dist`) unless what was built last came from the
 * same sources. Two that start at once build once. Throws an Error with the last lines of a build that fails.
 */
export async function buildWebApp(
  root: string,
  app: string,
  { onBuild, signal }: { onBuild: () => void; signal: AbortSignal },
): Promise<WebBuild> {
  const folder = path.join(root, app);
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}'));
  if (!manifest.scripts?.build) return 'absent';
  const stamp = path.join(folder, 'dist', '.sources');
  if (await isCurrent(root, app, stamp)) return 'current';
  for (;;) {
    const lock = await takeLock(path.join(root, 'node_modules', `.${app}-build`));
    if ('heldBy' in lock) {
      onBuild();
      await sleep(200, undefined, { signal });
      continue;
    }
    try {
      if (await isCurrent(root, app, stamp)) return 'current';
      onBuild();
      const sources = await sourcesHash(root, app);
      await run(folder, signal);
      await writeFile(stamp, sources);
      return 'built';
    } finally {
      await lock.release();
    }
  }
}

async function isCurrent(root: string, app: string, stamp: string): Promise<boolean> {
  const built = await readFile(stamp, 'utf8').catch(() => null);
  // An installation without development packages cannot build; it comes with what was built for it.
  if (built && !existsSync(path.join(root, 'node_modules', 'vite'))) return true;
  return built === (await sourcesHash(root, app));
}

/** Settings that stand in the pages themselves. */
const settings = ['SUPPORT_EMAIL', 'SUPPORT_WEB', 'HEAD_OFFICE'];

/**
 * SHA-256 over all that goes into a build: the app's files, the domain modules it may import, the lockfile, the settings
 * that stand in its pages.
 */
async function sourcesHash(root: string, app: string): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings.map((name) => process.env[name] ?? null)));
  for (const folder of [app, 'services/domain']) {
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

async function run(folder: string, signal: AbortSignal): Promise<void> {
  const lines: string[] = [];
  // Whatever the caller runs as: a build under NODE_ENV=test would carry React's development code.
  const env = { ...process.env, NODE_ENV: 'production' };
  const npm = spawn('npm', ['run', '--silent', 'build'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  for (const stream of [npm.stdout, npm.stderr]) eachLine(stream, (line) => lines.push(line));
  const code = await new Promise<number | null>((resolve, reject) => npm.once('close', resolve).once('error', reject));
  if (code !== 0) throw new Error(`the build of ${path.basename(folder)} failed:\n${lines.slice(-20).join('\n')}`);
}
