import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, buildOnce } from './build-once.ts';
import { eachLine } from './log-file.ts';

/** `built` now, `current` from before, `absent`: the checkout has no such app. */
export type WebBuild = 'built' | 'current' | 'absent';

/**
 * Builds a web app of the checkout (its npm script `build`, into its `dist`) unless what was built last came from the
 * same sources: the app's files, the domain modules it may import. Throws an Error
 * with the last lines of a build that fails.
 */
export async function buildWebApp(root: string, app: string, options: BuildOptions): Promise<WebBuild> {
  const folder = path.join(root, app);
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}'));
  if (!manifest.scripts?.build) return 'absent';
  const build = {
    name: app,
    sources: [app, 'services/domain'],
    folder: path.join(app, 'dist'),
    builder: 'vite',
    run: (signal: AbortSignal) => run(folder, signal),
  };
  return buildOnce(root, build, options);
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
