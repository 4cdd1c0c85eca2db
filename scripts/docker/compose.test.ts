import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { WEIGHTS } from '@fynbos/api/pdf/document.ts';
import { eventStoreDb } from '@fynbos/event-store/eventstoredb/eventstoredb.ts';
import { CONFIG_VARIABLES, loadConfig } from '@fynbos/platform/config/config.ts';
import { SECRET_VARIABLES } from '@fynbos/platform/config/secret-files.ts';
import { EXIT_CONFIGURATION_ERROR } from '@fynbos/platform/service-process.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { NODE_FLAGS } from '../supervisor/processes.ts';

/** Settings that the configuration reads and compose does not pass on, with the reason. */
const NOT_HANDED_ON: Readonly<Record<string, string>> = {
  MIGRATION_DATABASE_URL: 'derived from ADMIN_DATABASE_URL',
  HOST: 'a container listens on all its addresses; BIND names those of the machine',
  DEMO: 'impossible in production',
  DEMO_SCALE: 'without demo data of no effect',
  DEMO_SECRET: 'impossible in production',
  RATE_LIMIT_SCALE: 'counts for 1 in production',
};
/** Addresses of roles with more rights than the processes. Only the service `migrate` receives them. */
const MIGRATIONS_ALONE = ['ADMIN_DATABASE_URL', 'REPLICATION_DATABASE_URL'];
const PROCESSES = ['api', 'workers', 'reactors'];
const FIRST_ADMINS = ['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'ADMIN2_EMAIL', 'ADMIN2_PASSWORD'];

let compose: string;
let dockerfile: string;
beforeAll(async () => {
  compose = await readFile(path.resolve(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
  dockerfile = await readFile(path.resolve(import.meta.dirname, 'Dockerfile'), 'utf8');
});

/** The lines below the top-level key of this name: those with a deeper indent. */
function under(text: string, key: string): string {
  const lines = text.split('\n');
  const depth = (line: string) => line.length - line.trimStart().length;
  const [found] = lines
    .filter((line) => line.trimStart().startsWith(`${key}:`))
    .sort((one, other) => depth(one) - depth(other));
  if (found === undefined) throw new Error(`docker-compose.yml has no ${key}`);
  const start = lines.indexOf(found);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.trim() && depth(line) <= depth(lines[start] as string));
  return rest.slice(0, end < 0 ? undefined : end).join('\n');
}

/** The variables that an `environment` block sets, with their values. */
const variables = (environment: string): Map<string, string> =>
  new Map(
    [...environment.matchAll(/^ +([A-Z][A-Z0-9_]*): (.*)$/gm)].map(([, name, value]) => [name ?? '', value ?? '']),
  );

const service = (name: string): string => under(under(compose, 'services'), name);
const serviceNames = (): string[] =>
  [...under(compose, 'services').matchAll(/^ {2}([\w-]+):/gm)].map(([, name]) => name ?? '');
const shared = () => variables(under(under(compose, 'x-app'), 'environment'));

describe('docker-compose.yml', () => {
  test('passes every configuration variable to the processes, with listed exceptions', () => {
    const handed = new Set([
      ...shared().keys(),
      ...['migrate', 'api', 'reactors'].flatMap((name) => [...variables(under(service(name), 'environment')).keys()]),
    ]);
    expect(CONFIG_VARIABLES.filter((name) => !handed.has(name)).sort()).toEqual(Object.keys(NOT_HANDED_ON).sort());
  });

  test('gives every process the shared settings, and the first admins only to the api', () => {
    const own = [...FIRST_ADMINS, ...MIGRATIONS_ALONE, 'CHECKPOINT_MAIL', ...Object.keys(NOT_HANDED_ON)];
    expect(CONFIG_VARIABLES.filter((name) => !own.includes(name) && !shared().has(name))).toEqual([]);
    expect([...variables(under(service('api'), 'environment')).keys()]).toEqual(FIRST_ADMINS);
    for (const name of ['api', 'workers', 'reactors']) {
      expect(service(name)).toContain('<<: *app');
      // A service's own block hides the shared one unless it merges that in.
      if (service(name).includes('environment:')) expect(service(name)).toContain('<<: *environment');
    }
  });

  test('gives the superuser’s password only to the migrations', () => {
    expect(compose.match(/\$\{POSTGRES_PASSWORD\b/g)).toHaveLength(2);
    expect(service('postgres')).toContain(`POSTGRES_PASSWORD: \${POSTGRES_PASSWORD:?`);
    expect([...variables(under(service('migrate'), 'environment')).keys()]).toEqual(MIGRATIONS_ALONE);
    expect(shared().get('DATABASE_URL')).toContain('postgres://fynbos_app:');
    expect(under(under(compose, 'x-app'), 'depends_on')).toContain(
      'migrate: { condition: service_completed_successfully }',
    );
  });

  test('runs each process with the supervisor’s Node flags, and holds it after a configuration error', async () => {
    const run = await readFile(path.resolve(import.meta.dirname, 'process.sh'), 'utf8');
    const ofAll = dockerfile.match(/ NODE_OPTIONS=(\S+)$/m)?.[1];
    const byCommand = NODE_FLAGS.filter((flag) => flag !== ofAll);
    expect(byCommand.length, 'the image sets one of them').toBe(NODE_FLAGS.length - 1);
    expect(run).toContain(`\nnode ${byCommand.join(' ')} --enable-source-maps "services/dist/$1.mjs" &`);
    expect(dockerfile).toContain('CMD ["sh", "scripts/docker/process.sh", "api"]');
    for (const name of PROCESSES) expect(service(name)).toContain(`command: [sh, scripts/docker/process.sh, ${name}]`);
    expect(run).toContain(`[ "$code" -ne ${EXIT_CONFIGURATION_ERROR} ]`);
  });

  test('builds one image for all processes', () => {
    expect(compose.match(/^ +build:/gm)).toHaveLength(1);
    expect(service('api')).toContain('build:');
    expect(under(compose, 'x-app')).toContain(`image: fynbos-rewards:\${TAG:-latest}`);
    for (const name of ['workers', 'reactors']) expect(service(name)).toContain('pull_policy: never');
  });

  test('keeps the font files of documents in the image', () => {
    expect([...dockerfile.matchAll(/! -path '\*\/(\d+\w+)\/\*'/g)].map(([, weight]) => weight)).toEqual(
      Object.values(WEIGHTS),
    );
  });

  test('every service drops its capabilities, has a read-only root file system and limits', () => {
    const hardening = under(compose, 'x-hardening');
    for (const line of ['restart: unless-stopped', 'read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
      expect(hardening).toContain(line);
    const limits = ['mem_limit:', 'cpus:', 'pids_limit:'];
    for (const line of ['<<: *hardening', ...limits]) expect(under(compose, 'x-app')).toContain(line);
    const inherited: Record<string, string> = { 'eventstore-2': '<<: *eventstore', 'eventstore-3': '<<: *joining' };
    for (const name of serviceNames()) {
      if (service(name).includes('<<: *app')) continue;
      if (inherited[name]) expect(service(name)).toContain(inherited[name]);
      else for (const line of ['<<: *hardening', ...limits]) expect(service(name), name).toContain(line);
    }
  });

  test('every process has a health check', () => {
    const check = '[CMD, timeout, "8", bash, scripts/docker/healthy.sh,';
    expect(service('api')).toContain(`${check} "8080", /readyz]`);
    expect(service('workers')).toContain(`${check} "9464", /healthz]`);
    expect(service('reactors')).toContain('healthcheck: *process-health');
    expect(shared().get('METRICS_PORT')).toBe('"9464"');
  });

  test('accepts secrets as values or as files', () => {
    const files = [...shared().keys()].filter((name) => name.endsWith('_FILE'));
    expect(files).toEqual(
      ['MASTER_KEY', 'MASTER_KEY_OTHERS', 'JWT_SECRET', 'SMTP_URL', 'SMS_URL'].map((one) => `${one}_FILE`),
    );
    for (const file of files) {
      const name = file.replace('_FILE', '');
      expect(SECRET_VARIABLES).toContain(name);
      expect(shared().get(name)).toBe(`\${${name}:-}`);
      expect(shared().get(file)).toBe(`/run/secrets/${name.toLowerCase()}`);
      expect(compose).toContain(`  ${name.toLowerCase()}: { file: "\${${file}:-/dev/null}" }`);
    }
  });

  test('keeps secrets and their files out of the build context and git', async () => {
    const ignored = async (file: string) =>
      (await readFile(path.resolve(import.meta.dirname, file), 'utf8')).split('\n');
    const context = await ignored('Dockerfile.dockerignore');
    for (const line of ['**/.env', '**/.env.*', 'secrets', '**/*.pem', '**/*.key']) expect(context).toContain(line);
    const git = await ignored('../../.gitignore');
    for (const line of ['.env', '.env.*', '/secrets/']) expect(git).toContain(line);
  });

  test('gives every variable a default or requires it, so that compose prints no warning', () => {
    expect(compose.match(/(?<!\$)\$\{[A-Z0-9_]+\}/g)).toBeNull();
  });

  test('puts the stores on a network shared only with the product', () => {
    const networksOf = (name: string): string =>
      service(name).match(/^ +networks: (.*)$/m)?.[1] ?? (service(name).includes('networks:') ? 'block' : 'inherited');
    for (const name of ['postgres', 'postgres-replica', 'redis', 'eventstore'])
      expect(networksOf(name)).toBe('[inside]');
    for (const name of ['prometheus', 'traces']) expect(networksOf(name)).toBe('[observe]');
    for (const name of ['alertmanager', 'grafana']) expect(networksOf(name)).toBe('[observe, outside]');
    expect(under(compose, 'x-app')).toContain('networks: { inside: {}, observe: {}, outside: {} }');
  });

  test('the processes trust the fixed addresses of the outer gateway and the example proxy', () => {
    const prefix = `\${OUTSIDE_PREFIX:-172.30.80}`;
    for (const line of [`subnet: ${prefix}.0/24`, `gateway: ${prefix}.1`, `ip_range: ${prefix}.128/25`])
      expect(compose).toContain(` ${line}\n`);
    expect(service('proxy')).toContain(`ipv4_address: "${prefix}.2"`);
    expect(shared().get('TRUSTED_PROXIES')).toBe(`\${TRUSTED_PROXIES:-${prefix}.1,${prefix}.2}`);
  });

  test('initialises Postgres as UTF-8, which its locale provider requires', () => {
    expect(service('postgres')).toContain('POSTGRES_INITDB_ARGS: --encoding=UTF8 ');
  });

  test('mounts the checkpoint archive under the path that the processes are given', () => {
    expect(shared().get('CHECKPOINT_FOLDER')).toBe(`\${CHECKPOINT_FOLDER:+/checkpoints}`);
    // Restores run in `migrate`.
    for (const name of ['reactors', 'migrate'])
      expect(service(name)).toContain(`"\${CHECKPOINT_FOLDER:-checkpoints}:/checkpoints"`);
  });

  test('a single event store has no seeds, and the growing script names the seeds of each node', async () => {
    const grow = await readFile(path.resolve(import.meta.dirname, 'grow-event-store.sh'), 'utf8');
    // Resolves `${NAME:-otherwise}` as compose does.
    const withGiven = (text: string, given: Record<string, string>): string =>
      text.replace(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => given[name] || otherwise);
    const given = Object.fromEntries(
      [...grow.matchAll(/^(EVENTSTORE_\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(grow).toContain(
      `export EVENTSTORE_CLUSTER_SIZE=${given.EVENTSTORE_CLUSTER_SIZE} EVENTSTORE_GOSSIP_SEED=${given.EVENTSTORE_GOSSIP_SEED}\n`,
    );
    const clusterOf = (name: string, among: Record<string, string>): [size: string, seeds: string[]] => {
      const own = variables(under(service(name), 'environment'));
      const first = variables(under(service('eventstore'), 'environment'));
      const value = (variable: string) => withGiven(own.get(variable) ?? first.get(variable) ?? '', among);
      return [value('EVENTSTORE_CLUSTER_SIZE'), value('EVENTSTORE_GOSSIP_SEED').split(',').filter(Boolean)];
    };
    // EventStoreDB rejects a cluster size of 1 with seeds, and discovers the other nodes of a larger one.
    expect(clusterOf('eventstore', {})).toEqual(['1', []]);
    const nodes = ['eventstore', 'eventstore-2', 'eventstore-3'];
    for (const name of nodes) {
      const others = nodes.filter((node) => node !== name).map((node) => `${node}:2113`);
      expect(clusterOf(name, given)).toEqual(['3', others]);
    }
    for (const number of [2, 3])
      expect(service(`eventstore-${number}`)).toContain(`entrypoint: [sh, /join-event-store.sh, start, "${number}"]`);
    const address = given.EVENTSTORE_URL ?? '';
    expect(address.split(',').length).toBe(3);
    const secrets = { DATABASE_URL: 'postgres://db/x', MASTER_KEY: 'made-up-a', JWT_SECRET: 'made-up-b' };
    expect(loadConfig({ ...secrets, EVENTSTORE_URL: address }).eventStoreUrl).toBe(address);
    for (const one of [address, address.replace('esdb:', 'kurrentdb:')]) await eventStoreDb(one).close();
  });

  test('the cluster of the event store does not start a replica, which needs a password', () => {
    expect(service('eventstore-2')).toContain('profiles: [cluster]');
    expect(service('postgres-replica')).toContain('profiles: [replica]');
  });

  test('takes the number of containers from variables that docs/deployment.md lists', async () => {
    const page = await readFile(path.resolve(import.meta.dirname, '../../docs/deployment.md'), 'utf8');
    for (const name of PROCESSES) {
      const variable = `${name.toUpperCase()}_REPLICAS`;
      expect(service(name)).toContain(`deploy: { replicas: "\${${variable}:-1}" }`);
      expect(page).toContain(`| \`${variable}`);
    }
  });

  test('several api containers can use a range of ports of the machine', () => {
    expect(shared().get('PORT')).toBe('"8080"');
    expect(service('api')).toContain(`ports: ["\${BIND:-127.0.0.1}:\${PORT:-8080}:8080"]`);
    // A port range is invalid anywhere else.
    expect(compose.match(/\$\{PORT\b/g)).toHaveLength(1);
  });
});
