import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoProgramme } from '@fynbos/platform/programme.ts';
import { adminToken } from '../../scripts/import/sign-in.ts';
import { available, command, docker, healthy, Installation, inspect, killProcess, missing } from './engine.ts';
import { load } from './load.ts';

/**
 * `npm run trial:compose`: docker-compose.yml from build to removal on this machine, in a project of its own (docs/deployment.md).
 * Prints each step with its figures and, last, the counts. Without an engine or images it says why and ends with 0.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const FIXTURE = path.join(ROOT, 'tests/fixtures/programme-60');
const HAPROXY = process.env.HAPROXY_IMAGE ?? 'haproxy:3.2-bookworm';
const secret = (): string => randomBytes(24).toString('base64url');
const id = randomBytes(3).toString('hex');
const admin = { ADMIN_EMAIL: 'admin@trial.example', ADMIN_PASSWORD: secret() };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-trial-'));
const backups = path.join(folder, 'backups');
const port = 20_000 + Math.floor(Math.random() * 20_000);
const httpsPort = await freePort();
const env: NodeJS.ProcessEnv = {
  ...demoProgramme,
  ...process.env,
  ...admin,
  COMPOSE_PROJECT_NAME: `fynbos-trial-${id}`,
  COMPOSE_PROFILES: '',
  OUTSIDE_PREFIX: `10.213.${Math.floor(Math.random() * 250)}`,
  TAG: `trial-${id}`,
  PORT: `${port}-${port + 3}`,
  HTTPS_BIND: '127.0.0.1',
  HTTPS_PORT: String(httpsPort),
  TLS_PEM: path.join(folder, 'tls.pem'),
  PUBLIC_URL: `https://localhost:${httpsPort}`,
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMS_URL: 'https://127.0.0.1:9/',
  POSTGRES_PASSWORD: secret(),
  POSTGRES_APP_PASSWORD: secret(),
  REDIS_PASSWORD: secret(),
  MASTER_KEY: secret(),
  JWT_SECRET: secret(),
};
const installation = new Installation(env);
const SCALE = ['--scale', 'api=2', '--scale', 'workers=2'];
const UP = ['up', '--detach', '--wait', ...SCALE];
const image = (): string => `fynbos-rewards:${env.TAG}`;

let passed = 0;
let failed = 0;
let skipped = 0;

/** Runs a step and prints its result; a failed step ends the trial, since the later ones build on it. */
async function step(name: string, work: () => Promise<string>): Promise<void> {
  const began = Date.now();
  try {
    const note = await work();
    passed++;
    console.log(`✓ ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)${note && `: ${note}`}`);
  } catch (error) {
    failed++;
    console.log(`✗ ${name}: ${(error as Error).message}`);
    throw error;
  }
}

function skip(name: string, why: string): void {
  skipped++;
  console.log(`– ${name} skipped: ${why}`);
}

function check(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}

/** The address of one api on this machine; it changes when a container is replaced. */
async function base(): Promise<string> {
  const [api] = await installation.containers('api');
  return `http://127.0.0.1:${await inspect(api as string, '{{(index (index .NetworkSettings.Ports "8080/tcp") 0).HostPort}}')}`;
}

async function signedIn(url: string): Promise<string> {
  Object.assign(process.env, admin);
  return adminToken(url);
}

/** Compares both reports with the expected ones, which the read models reach after a while. */
async function compareBooks(): Promise<string> {
  const url = await base();
  const headers = { authorization: `Bearer ${await signedIn(url)}` };
  const counts: number[] = [];
  for (const name of ['rewards', 'balances']) {
    const expected = await readFile(path.join(FIXTURE, `expected-${name}.csv`), 'utf8');
    const deadline = Date.now() + 120_000;
    for (;;) {
      const found = await (await fetch(`${url}/api/admin/reports/${name}.csv`, { headers })).text();
      if (found === expected) break;
      check(Date.now() < deadline, `the report ${name} differs from tests/fixtures/programme-60/expected-${name}.csv`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    counts.push(expected.trimEnd().split('\n').length - 1);
  }
  return `${counts.join(' and ')} rows as expected`;
}

/** Everything that stands in docker-compose.yml about containers, as the engine sees it. */
async function checkHardening(): Promise<string> {
  const containers = await installation.containers();
  for (const container of containers) {
    const [found] = JSON.parse(await docker('inspect', container));
    const { HostConfig: host, Name: name, Mounts: mounts } = found;
    check(host.ReadonlyRootfs, `${name} can write to its root file system`);
    check(host.CapDrop?.includes('ALL') && !host.CapAdd?.length, `${name} has capabilities`);
    check(
      host.SecurityOpt?.some((one: string) => one.startsWith('no-new-privileges')),
      `${name} may gain privileges`,
    );
    check(host.Memory > 0 && host.NanoCpus > 0 && host.PidsLimit > 0, `${name} has no limits`);
    const anonymous = mounts.filter(
      (one: { Type: string; Name: string }) => one.Type === 'volume' && /^[0-9a-f]{64}$/.test(one.Name),
    );
    check(anonymous.length === 0, `${name} has an anonymous volume`);
    check((await docker('exec', container, 'id', '-u')).trim() !== '0', `${name} runs as root`);
  }
  return `${containers.length} containers`;
}

const started = async (): Promise<string> =>
  (
    await Promise.all((await installation.containers()).map((one) => inspect(one, '{{.Id}} {{.State.StartedAt}}')))
  ).join();

async function killEach(): Promise<string> {
  const figures: string[] = [];
  for (const service of ['api', 'workers', 'reactors', 'redis', 'postgres', 'eventstore']) {
    const [container = ''] = await installation.containers(service);
    const before = await inspect(container, '{{.State.StartedAt}}');
    await killProcess(container, image());
    const began = Date.now();
    while ((await inspect(container, '{{.State.StartedAt}}')) === before) {
      check(Date.now() - began < 60_000, `${service} was not started again`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await healthy(container);
    figures.push(`${service} ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  for (const container of await installation.containers()) await healthy(container);
  return `healthy again after ${figures.join(', ')}`;
}

/** A release that differs in nothing but its id. */
async function nextRelease(): Promise<void> {
  const next = `${env.TAG}-next`;
  await writeFile(path.join(folder, 'Dockerfile'), `FROM ${image()}\nLABEL trial=next\n`);
  await docker('build', '--quiet', '--tag', `fynbos-rewards:${next}`, folder);
  env.TAG = next;
}

async function update(): Promise<string> {
  const before = await installation.containers('api', 'workers', 'reactors');
  await nextRelease();
  const calls = load(httpsPort, await signedIn(await base()));
  const output = await command('scripts/docker/update.sh', ['--no-build'], env).catch((error: Error) => error);
  const { made, failed: lost } = await calls.stop();
  if (output instanceof Error) throw output;
  const after = await installation.containers('api', 'workers', 'reactors');
  check(after.length === before.length && !after.some((one) => before.includes(one)), `not all replaced: ${output}`);
  check(lost.length === 0, `${lost.length} of ${made} calls failed: ${[...new Set(lost)].slice(0, 5).join('; ')}`);
  return `0 of ${made} calls failed`;
}

/** A configuration error must not restart for ever, and `--wait` must not call it healthy. */
async function misconfigure(): Promise<string> {
  const wrong = new Installation({ ...env, MASTER_KEY: 'short' });
  const refused = await wrong.compose('up', '--detach', '--wait', '--wait-timeout', '60', '--no-deps', 'reactors').then(
    () => false,
    () => true,
  );
  const [container = ''] = await installation.containers('reactors');
  const state = await inspect(container, '{{.RestartCount}} {{.State.Running}} {{.State.Health.Status}}');
  const log = await command('sh', ['-c', `docker logs ${container} 2>&1`]);
  check(refused, 'up --wait accepted it');
  check(/^0 true (starting|unhealthy)$/.test(state), `the container is ${state}`);
  check(log.includes('MASTER_KEY') && log.includes('exit code 78'), `its log does not say why: ${log.slice(-500)}`);
  await installation.compose('up', '--detach', '--wait', '--no-deps', 'reactors');
  return 'one start, unhealthy, its log names MASTER_KEY';
}

const volume = (name: string): string => `${env.COMPOSE_PROJECT_NAME}_${name}`;
/** Runs a shell's text as root with folders or volumes, in the product's image. */
const asRoot = (mounts: readonly string[], text: string): Promise<string> =>
  docker(
    'run',
    '--rm',
    '--user',
    '0',
    ...mounts.flatMap((one) => ['--volume', one]),
    '--entrypoint',
    'sh',
    image(),
    '-c',
    text,
  );

async function backUp(): Promise<string> {
  await asRoot(
    [`${folder}:/folder`],
    'install -d -o 1000 -g 1000 -m 700 /folder/backups /folder/backups/data /folder/backups/keys',
  );
  const mount = [`${backups}:/backups`];
  const back = ['scripts/backup.ts', '/backups/data', '--keys', '/backups/keys'];
  await installation.command('reactors', mount, ...back);
  // A cold copy: the node stops for it.
  await installation.compose('stop', 'eventstore');
  await asRoot([`${volume('eventstore')}:/from:ro`, `${folder}:/folder`], 'cp -a /from /folder/eventstore');
  await installation.compose('start', 'eventstore');
  await healthy((await installation.containers('eventstore'))[0] as string);
  await installation.command('reactors', mount, ...back, '--keys-only');
  return 'Postgres, event store, keys';
}

async function restore(): Promise<string> {
  await installation.compose('--profile', '*', 'down', '--volumes');
  await installation.compose('create', 'eventstore');
  const copy = 'cp -a /folder/eventstore/. /to/ && cp -p /to/chaser.chk /to/truncate.chk';
  await asRoot([`${volume('eventstore')}:/to`, `${folder}:/folder:ro`], copy);
  const folders = [`${backups}:/backups`];
  await installation.command('migrate', folders, 'scripts/restore.ts', '/backups/data', '--keys', '/backups/keys');
  await installation.compose(...UP);
  return compareBooks();
}

/** Removes everything, and finds nothing of the project left. */
async function remove(): Promise<string> {
  await installation.compose('--profile', '*', 'down', '--volumes', '--remove-orphans');
  const label = `label=com.docker.compose.project=${env.COMPOSE_PROJECT_NAME}`;
  const kinds = [
    ['ps', '--all'],
    ['volume', 'ls'],
    ['network', 'ls'],
  ];
  const left = await Promise.all(kinds.map((kind) => docker(...kind, '--quiet', '--filter', label)));
  check(left.join('').trim() === '', `left behind: ${left.join(' ')}`);
  return 'no container, volume or network is left';
}

async function trial(): Promise<void> {
  await step('build', async () => {
    await installation.compose('build');
    const bytes = Number(await inspect(image(), '{{.Size}}'));
    check(bytes < 350e6, `the image has ${Math.round(bytes / 1e6)} MB, 350 MB is the limit`);
    return `${Math.round(bytes / 1e6)} MB`;
  });
  await step('up --wait, two api, two workers', async () => {
    await installation.compose(...UP);
    return '';
  });
  await step('an unchanged up --build restarts nothing', async () => {
    const before = await started();
    await installation.compose(...UP, '--build');
    check((await started()) === before, 'containers were replaced');
    return '';
  });
  await step('users, capabilities, limits, volumes', checkHardening);
  await step('import of programme-60', async () => {
    const url = await base();
    const script = path.join(ROOT, 'scripts/import.ts');
    const settings = { ...process.env, ...admin };
    const send = () => command(process.execPath, ['--import', 'tsx', script, FIXTURE, '--url', url], settings);
    // On a busy machine the portal may refuse a part; the same command continues.
    const output = await send().catch(send).catch(send);
    return output.match(/rental events: .*/)?.[0] ?? '';
  });
  await step('books', compareBooks);
  await step('memory', async () => {
    const stats = await docker(
      'stats',
      '--no-stream',
      '--format',
      '{{.Name}} {{.MemUsage}}',
      ...(await installation.containers()),
    );
    return stats
      .trim()
      .replaceAll(`${env.COMPOSE_PROJECT_NAME}-`, '')
      .replaceAll(/ \/ \S+/g, '')
      .split('\n')
      .sort()
      .join(', ');
  });
  await step('kill each process', killEach);
  await step('books after the kills', compareBooks);
  await step('configuration error', misconfigure);
  if (await available(HAPROXY)) {
    await step('proxy', async () => {
      const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
      const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => path.join(folder, name)) as [
        string,
        string,
      ];
      await command('openssl', [...request, '-keyout', key, '-out', certificate]);
      await writeFile(env.TLS_PEM as string, `${await readFile(certificate, 'utf8')}${await readFile(key, 'utf8')}`);
      await chmod(folder, 0o755);
      await chmod(env.TLS_PEM as string, 0o644);
      env.HAPROXY_IMAGE = HAPROXY;
      env.COMPOSE_PROFILES = 'proxy';
      await installation.compose('up', '--detach', '--no-deps', 'proxy');
      await new Promise((resolve) => setTimeout(resolve, 5000));
      return '';
    });
    await step('update behind the proxy', update);
  } else skip('update behind the proxy', `the image ${HAPROXY} cannot be had`);
  await step('backup', backUp);
  await step('down, restore, books', restore);
  await step('verify-audit', async () => {
    const output = await installation.compose(
      'exec',
      '-T',
      'reactors',
      'node',
      '--import',
      'tsx',
      'scripts/verify-audit.ts',
    );
    check(output.includes('INTACT') && !output.includes('NOT INTACT'), output);
    return output.trim().split('\n').at(-1) ?? '';
  });
  await step('down', remove);
}

const why = await missing(env);
if (why) skip('trial', why);
else {
  const tags = [image(), `${image()}-next`];
  await trial().catch(() => undefined);
  if (failed > 0 && process.env.TRIAL_KEEP === '1') console.log(`kept: project ${env.COMPOSE_PROJECT_NAME}, ${folder}`);
  else {
    if (failed > 0) await remove().catch((error: Error) => console.log(error.message));
    await asRoot([`${folder}:/folder`], 'rm -rf /folder/*').catch(() => undefined);
    for (const tag of tags) await docker('image', 'rm', tag).catch(() => undefined);
  }
}
if (process.env.TRIAL_KEEP !== '1' || failed === 0) await rm(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
