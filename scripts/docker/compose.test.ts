import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventStoreDb } from '@fynbos/event-store/eventstoredb.ts';
import { CONFIG_VARIABLES, loadConfig } from '@fynbos/platform/config.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { nodeFlags } from '../supervisor/processes.ts';

/** What the configuration reads and compose does not hand on, and why. */
const NOT_HANDED_ON: Readonly<Record<string, string>> = {
  HOST: 'a container listens on all its addresses; BIND names those of the machine',
  DEMO: 'impossible in production',
  DEMO_SCALE: 'without demo data of no effect',
  DEMO_SECRET: 'impossible in production',
  RATE_LIMIT_SCALE: 'counts for 1 in production',
};
const FIRST_ADMINS = ['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'ADMIN2_EMAIL', 'ADMIN2_PASSWORD'];

let compose: string;
let dockerfile: string;
beforeAll(async () => {
  compose = await readFile(path.resolve(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
  dockerfile = await readFile(path.resolve(import.meta.dirname, 'Dockerfile'), 'utf8');
});

/** The lines under a key: those that are indented deeper than it. */
function under(text: string, key: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trimStart().startsWith(`${key}:`));
  if (start < 0) throw new Error(`docker-compose.yml has no ${key}`);
  const depth = (line: string) => line.length - line.trimStart().length;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.trim() && depth(line) <= depth(lines[start] as string));
  return rest.slice(0, end < 0 ? undefined : end).join('\n');
}

/** The variables that a block of `environment` sets, with what to. */
const variables = (environment: string): Map<string, string> =>
  new Map(
    [...environment.matchAll(/^ +([A-Z][A-Z0-9_]*): (.*)$/gm)].map(([, name, value]) => [name ?? '', value ?? '']),
  );

const service = (name: string): string => under(under(compose, 'services'), name);
const shared = () => variables(under(under(compose, 'x-app'), 'environment'));

describe('docker-compose.yml', () => {
  test('hands every variable that the configuration reads to the processes, or says why not', () => {
    const handed = new Set([
      ...shared().keys(),
      ...['api', 'reactors'].flatMap((name) => [...variables(under(service(name), 'environment')).keys()]),
    ]);
    expect(CONFIG_VARIABLES.filter((name) => !handed.has(name)).sort()).toEqual(Object.keys(NOT_HANDED_ON).sort());
  });

  test('each process has what every process needs, and the first admins are known to the api alone', () => {
    const own = [...FIRST_ADMINS, 'CHECKPOINT_MAIL', ...Object.keys(NOT_HANDED_ON)];
    expect(CONFIG_VARIABLES.filter((name) => !own.includes(name) && !shared().has(name))).toEqual([]);
    expect([...variables(under(service('api'), 'environment')).keys()]).toEqual(FIRST_ADMINS);
    for (const name of ['api', 'workers', 'reactors']) {
      expect(service(name)).toContain('<<: *app');
      // A block of its own hides the shared one unless it takes that in.
      if (service(name).includes('environment:')) expect(service(name)).toContain('<<: *environment');
    }
  });

  test('each process runs with the flags of Node that the supervisor gives, from the image or from its command', () => {
    const ofAll = dockerfile.match(/ NODE_OPTIONS=(\S+)$/m)?.[1];
    const byCommand = nodeFlags.filter((flag) => flag !== ofAll);
    expect(byCommand.length, 'the image says one of them').toBe(nodeFlags.length - 1);
    for (const name of ['api', 'workers', 'reactors'])
      expect(service(name)).toContain(`command: [node, ${byCommand.join(', ')}, `);
    expect(dockerfile).toContain(`CMD ["node", "${byCommand.join('", "')}", `);
  });

  test('the second place of the checkpoints is a folder of the machine, under the name that the processes are told', () => {
    expect(shared().get('CHECKPOINT_FOLDER')).toBe(`\${CHECKPOINT_FOLDER:+/checkpoints}`);
    expect(service('reactors')).toContain(`"\${CHECKPOINT_FOLDER:-checkpoints}:/checkpoints"`);
  });

  test('one event store has nobody beside it, and three are told of each other by what the head of the file names', () => {
    // As compose resolves `${NAME:-otherwise}`.
    const withGiven = (text: string, given: Record<string, string>): string =>
      text.replace(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => given[name] || otherwise);
    const given = Object.fromEntries(
      [...compose.matchAll(/^# +export (EVENTSTORE_CLUSTER_SIZE=.*)$/gm)]
        .flatMap(([, line]) => (line ?? '').split(' '))
        .map((one) => one.split('=') as [string, string]),
    );
    const told = (name: string, among: Record<string, string>): [size: string, seeds: string[]] => {
      const own = variables(under(service(name), 'environment'));
      const first = variables(under(service('eventstore'), 'environment'));
      const value = (variable: string) => withGiven(own.get(variable) ?? first.get(variable) ?? '', among);
      return [value('EVENTSTORE_CLUSTER_SIZE'), value('EVENTSTORE_GOSSIP_SEED').split(',').filter(Boolean)];
    };
    // EventStoreDB refuses a size of 1 with seeds, and looks for the others of a larger one.
    expect(told('eventstore', {})).toEqual(['1', []]);
    const nodes = ['eventstore', 'eventstore-2', 'eventstore-3'];
    for (const name of nodes) {
      const others = nodes.filter((node) => node !== name).map((node) => `${node}:2113`);
      expect(told(name, given)).toEqual(['3', others]);
    }
  });

  test('the address of the cluster that the head of the file names is taken by the configuration and by the client', async () => {
    const address = compose.match(/^# +export EVENTSTORE_URL='(.*)'$/m)?.[1] ?? '';
    expect(address.split(',').length).toBe(3);
    const secrets = { DATABASE_URL: 'postgres://db/x', MASTER_KEY: 'made-up-a', JWT_SECRET: 'made-up-b' };
    expect(loadConfig({ ...secrets, EVENTSTORE_URL: address }).eventStoreUrl).toBe(address);
    for (const one of [address, address.replace('esdb:', 'kurrentdb:')]) await eventStoreDb(one).close();
  });

  test('several api may have a range of ports of the machine, since all listen on one inside', () => {
    expect(shared().get('PORT')).toBe('"8080"');
    expect(service('api')).toContain(`ports: ["\${BIND:-127.0.0.1}:\${PORT:-8080}:8080"]`);
    // Anywhere else a range would be no port.
    expect(compose.match(/\$\{PORT\b/g)).toHaveLength(1);
  });
});
