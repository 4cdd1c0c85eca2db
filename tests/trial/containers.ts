import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { command, docker, healthy, Installation, inspect, killProcess } from './engine.ts';
import { base, env, folder, httpsPort, image, installation, signedIn } from './installation.ts';
import { load } from './load.ts';
import { check } from './step.ts';

/** Checks the hardening of every container as the engine reports it. */
export async function checkHardening(): Promise<string> {
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

/** Ids and start times of all containers. */
export const startTimes = async (): Promise<string> =>
  (
    await Promise.all((await installation.containers()).map((one) => inspect(one, '{{.Id}} {{.State.StartedAt}}')))
  ).join();

/** Kills each process and waits until it is healthy again. */
export async function killEach(): Promise<string> {
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

/** Builds a release that differs only in its id. */
async function nextRelease(): Promise<void> {
  const next = `${env.TAG}-next`;
  await writeFile(path.join(folder, 'Dockerfile'), `FROM ${image()}\nLABEL trial=next\n`);
  await docker('build', '--quiet', '--tag', `fynbos-rewards:${next}`, folder);
  env.TAG = next;
}

/** Updates behind the proxy under load; no call may fail. */
export async function update(): Promise<string> {
  const before = await installation.containers('api', 'workers', 'reactors');
  await nextRelease();
  const calls = load(httpsPort, await signedIn(await base()));
  const output = await command('scripts/docker/update.sh', ['--no-build'], env).catch((error: Error) => error);
  const { made, failed: lost } = await calls.stop();
  if (output instanceof Error) throw output;
  const after = await installation.containers('api', 'workers', 'reactors');
  check(after.length === before.length && !after.some((one) => before.includes(one)), `not all replaced: ${output}`);
  check(/workers: .*reactors: .*api: /s.test(output), `not in the order in which no event is passed over: ${output}`);
  check(lost.length === 0, `${lost.length} of ${made} calls failed: ${[...new Set(lost)].slice(0, 5).join('; ')}`);
  return `0 of ${made} calls failed`;
}

/** A repeated update starts what an interrupted one left out, and replaces nothing. */
export async function repeatUpdate(): Promise<string> {
  const before = await installation.containers('api', 'workers', 'reactors');
  const [missing = ''] = await installation.containers('api');
  await docker('rm', '--force', missing);
  const output = await command('scripts/docker/update.sh', ['--no-build'], env);
  const after = await installation.containers('api', 'workers', 'reactors');
  const kept = before.filter((one) => after.includes(one));
  check(
    after.length === before.length && kept.length === before.length - 1,
    `the missing one must start and the others stay: ${output}`,
  );
  return 'the missing api was started, nothing else was replaced';
}

/** A configuration error must not cause endless restarts, and `--wait` must not report it as healthy. */
export async function misconfigure(): Promise<string> {
  const wrong = new Installation({ ...env, MASTER_KEY: 'short' });
  const refused = await wrong.compose('up', '--detach', '--wait', '--wait-timeout', '60', '--no-deps', 'reactors').then(
    () => false,
    () => true,
  );
  const [container = ''] = await installation.containers('reactors');
  const state = await inspect(container, '{{.RestartCount}} {{.State.Running}} {{.State.Health.Status}}');
  const log = await command('sh', ['-c', `docker logs ${container} 2>&1`]);
  check(refused, `up --wait accepted it: the container is ${state}`);
  check(/^0 true (starting|unhealthy)$/.test(state), `the container is ${state}`);
  check(log.includes('MASTER_KEY') && log.includes('exit code 78'), `its log does not say why: ${log.slice(-500)}`);
  await installation.compose('up', '--detach', '--wait', '--no-deps', 'reactors');
  return 'one start, unhealthy, its log names MASTER_KEY';
}

/** Memory of each container. */
export async function memory(): Promise<string> {
  const format = '{{.Name}} {{.MemUsage}}';
  const stats = await docker('stats', '--no-stream', '--format', format, ...(await installation.containers()));
  return stats
    .trim()
    .replaceAll(`${env.COMPOSE_PROJECT_NAME}-`, '')
    .replaceAll(/ \/ \S+/g, '')
    .split('\n')
    .sort()
    .join(', ');
}

/** Removes the project and checks that nothing is left. */
export async function remove(): Promise<string> {
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
