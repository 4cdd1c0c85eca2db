import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');

/** Returns the output of a command. Throws with the end of its output if it fails. */
export async function command(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  try {
    const { stdout } = await run(program, [...args], { cwd: ROOT, env, maxBuffer: 256 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const end = `${stdout}${stderr}`.trim().split('\n').slice(-12).join('\n');
    throw new Error(`${program} ${args.join(' ')} failed:\n${end}`);
  }
}

export const docker = (...args: string[]): Promise<string> => command('docker', args);

/** No engine, an old compose, an unavailable image; null if a trial is possible. */
export async function missing(env: NodeJS.ProcessEnv): Promise<string | null> {
  if ((await docker('info').catch(() => null)) === null) return 'no container engine answers (docker info)';
  const library = await readFile(path.join(ROOT, 'scripts/docker/lib.sh'), 'utf8');
  const minimum = library.match(/minimum_compose=(\S+)/)?.[1] ?? '';
  const version = (await docker('compose', 'version', '--short').catch(() => '')).trim().replace(/^v/, '');
  if (version.localeCompare(minimum, 'en', { numeric: true }) < 0)
    return `Docker Compose ${minimum} or newer is needed, found ${version || 'none'}`;
  const images = (await command('docker', ['compose', 'config', '--images'], env)).trim().split('\n');
  const node =
    (await readFile(path.join(ROOT, 'scripts/docker/Dockerfile'), 'utf8')).match(/NODE_IMAGE=(\S+)/)?.[1] ?? '';
  const wanted = [...images.filter((image) => !image.startsWith('fynbos-rewards:')), env.NODE_IMAGE || node];
  for (const image of wanted)
    if (!(await available(image))) return `the image ${image} is neither here nor in a registry`;
  return null;
}

/** Whether an image is present or could be pulled. */
export async function available(image: string): Promise<boolean> {
  if (await docker('image', 'inspect', image).catch(() => null)) return true;
  return docker('pull', '--quiet', image).then(
    () => true,
    () => false,
  );
}

/** One compose project with its own variables. */
export class Installation {
  constructor(readonly env: NodeJS.ProcessEnv) {}

  compose(...args: string[]): Promise<string> {
    return command('docker', ['compose', ...args], this.env);
  }

  async containers(...services: string[]): Promise<string[]> {
    return (await this.compose('ps', '--quiet', ...services)).split('\n').filter(Boolean).sort();
  }

  /** Runs a command of the product in a new container of a service, with mounted folders of this machine. */
  command(service: 'migrate' | 'reactors', folders: readonly string[], ...args: string[]): Promise<string> {
    const mounts = folders.flatMap((folder) => ['--volume', folder]);
    // A backup needs no other service to be started.
    const alone = service === 'reactors' ? ['--no-deps'] : [];
    return this.compose('run', '--rm', '--no-TTY', ...alone, ...mounts, service, 'node', '--import', 'tsx', ...args);
  }
}

export const inspect = async (container: string, format: string): Promise<string> =>
  (await docker('inspect', '--format', format, container)).trim();

/** As the kernel does without memory; `docker kill` would count as a stop. */
export async function killProcess(container: string, helperImage: string): Promise<void> {
  const pid = await inspect(container, '{{.State.Pid}}');
  const helper = ['run', '--rm', '--pid', 'host', '--user', '0', '--entrypoint', 'sh', helperImage];
  await docker(...helper, '-c', `kill -9 ${pid}`);
}

/** Waits until a container is healthy; returns the seconds. */
export async function healthy(container: string, limitSeconds = 300): Promise<number> {
  const began = Date.now();
  for (;;) {
    const state = await inspect(container, '{{.State.Running}} {{.State.Health.Status}}').catch(() => 'gone');
    const seconds = (Date.now() - began) / 1000;
    if (state === 'true healthy') return seconds;
    if (seconds > limitSeconds) throw new Error(`${container} is ${state} after ${limitSeconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
