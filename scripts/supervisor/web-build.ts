import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, buildOnce } from './build-once.ts';
import { eachLine } from './log-file.ts';

/** `absent`: the checkout has no such app. */
export type WebBuild = 'built' | 'current' | 'absent';

/** Unless its sources and the domain's are unchanged. Throws an Error with the last lines of a failed build. */
export async function buildWebApp(root: string, app: string, options: BuildOptions): Promise<WebBuild> {
  const folder = path.join(root, app);
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}'));
  if (!manifest.scripts?.build) return 'absent';
  const build = {
    name: app,
    sources: [app, 'services/domain'],
    folder: path.join(app, 'dist'),
    builder: 'vite',
    run: (signal: AbortSignal) => runBuild(folder, signal),
  };
  return buildOnce(root, build, options);
}

async function runBuild(folder: string, signal: AbortSignal): Promise<void> {
  const lines: string[] = [];
  // A build with NODE_ENV=test would contain React's development code.
  const env = { ...process.env, NODE_ENV: 'production' };
  const npm = spawn('npm', ['run', '--silent', 'build'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  for (const stream of [npm.stdout, npm.stderr]) eachLine(stream, (line) => lines.push(line));
  const code = await new Promise<number | null>((resolve, reject) => npm.once('close', resolve).once('error', reject));
  if (code !== 0) throw new Error(`The build of ${path.basename(folder)} failed:\n${lines.slice(-20).join('\n')}`);
}
