import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPT = path.resolve(import.meta.dirname, 'update.sh');
/**
 * Docker, as far as update.sh uses it. `containers` has a line `ID SERVICE IMAGE HEALTH` for each, with `exited` for a
 * stopped one, which `up` starts. While `fails` exists, the next `up` fails; `log` has the ids that were stopped.
 */
const DOCKER = `#!/usr/bin/env bash
cd "$(dirname "$0")"
of() { grep " $1 " containers | grep -v exited | cut -d' ' -f1; }
case "$*" in
  info) ;;
  'compose version --short') echo 2.40.3 ;;
  'compose config --images') echo fynbos-rewards:latest ;;
  'compose config --hash '*) echo "$4 settings" ;;
  'compose config') printf 'services:\\n'; for one in api workers reactors; do
    printf '  %s:\\n    deploy:\\n      replicas: %s\\n' "$one" "$([ $one = api ] && echo 2 || echo 1)"; done ;;
  'image inspect '*) echo new ;;
  'compose run '*) ;;
  'compose rm --force '*) sed -i "/ $4 .* exited/d" containers ;;
  'compose ps --quiet '*) of "$4" ;;
  inspect\\ *Health*) grep "^$4 " containers | cut -d' ' -f4 ;;
  inspect\\ *Image*) echo "$(grep "^$4 " containers | cut -d' ' -f3) settings" ;;
  'stop '*) echo "$2" >>log ;;
  'rm '*) sed -i "/^$2 /d" containers ;;
  'compose up '*)
    if [ -e fails ]; then rm fails; echo 'port is already allocated' >&2; exit 1; fi
    arguments="$*"; service="\${@: -1}"; sed -i "/ $service /s/exited/healthy/" containers
    wanted="\${arguments#*=}"; wanted="\${wanted%% *}"
    while [ "$(of "$service" | wc -l)" -lt "$wanted" ]; do
      echo "$service-$RANDOM$RANDOM $service new healthy" >>containers; done ;;
  *) echo "unknown: $*" >&2; exit 1 ;;
esac
`;

let folder: string;
const file = (name: string) => path.join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fynbos-update-'));
  await writeFile(file('docker'), DOCKER, { mode: 0o755 });
  await writeFile(file('sleep'), '#!/bin/sh\n', { mode: 0o755 });
});
afterEach(() => rm(folder, { recursive: true }));

async function update(): Promise<{ code: number; output: string }> {
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const child = spawn('bash', [SCRIPT, '--no-build'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}

const containersOf = async (service: string): Promise<string[]> =>
  (await readFile(file('containers'), 'utf8'))
    .split('\n')
    .filter((line) => line.includes(` ${service} `))
    .map((line) => line.split(' ').slice(2).join(' '));

test('starts what a failed update removed', async () => {
  await writeFile(
    file('containers'),
    'w1 workers new healthy\nr1 reactors new healthy\na1 api old healthy\na2 api old healthy\n',
  );
  await writeFile(file('fails'), '');
  const failed = await update();
  expect([failed.code, failed.output]).toEqual([1, expect.stringContaining('port is already allocated')]);
  expect(await containersOf('api')).toEqual(['old healthy']);
  expect(await update()).toMatchObject({ code: 0 });
  expect(await containersOf('api')).toEqual(['new healthy', 'new healthy']);
});

test('does not start a container again that a failed update only stopped', async () => {
  await writeFile(
    file('containers'),
    'w1 workers old exited\nw2 workers old healthy\nr1 reactors old healthy\na1 api old healthy\na2 api old healthy\n',
  );
  expect(await update()).toMatchObject({ code: 0 });
  expect(await containersOf('workers')).toEqual(['new healthy']);
});

test('replaces containers that are unhealthy first, also several of them', async () => {
  await writeFile(
    file('containers'),
    'w1 workers new healthy\nr1 reactors new healthy\na1 api old healthy\na2 api old unhealthy\na3 api old unhealthy\n',
  );
  expect(await update()).toMatchObject({ code: 0 });
  expect((await readFile(file('log'), 'utf8')).trim().split('\n')).toEqual(['a2', 'a3', 'a1']);
  expect(await containersOf('api')).toEqual(['new healthy', 'new healthy', 'new healthy']);
});
