import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Config, loadConfig, withoutBlanks } from '@fynbos/platform/config/config.ts';
import type { Programme } from '@fynbos/platform/config/programme.ts';
import { embeddedAccess, ensureRoles } from '@fynbos/platform/database-roles.ts';
import type { SignIn } from '@fynbos/platform/service-process.ts';
import { banner, type WebPages } from './banner.ts';
import { type Child, startChild } from './child.ts';
import { clusterFolder, makeDataFolder } from './data-folder.ts';
import { takeLock } from './folder-lock.ts';
import { openLogFile } from './log-file.ts';
import { endOrphanedProcesses, keepProcessList } from './orphaned-processes.ts';
import { choosePort, metricsPorts, StartRefused } from './ports.ts';
import { type SupervisedPostgres, supervisePostgres } from './postgres/supervise-postgres.ts';
import { fileOf, type ProcessDefinition } from './processes.ts';
import { keepSecrets, type Secrets } from './secrets.ts';
import { buildServices } from './service-build.ts';
import type { Terminal } from './terminal.ts';
import { buildWebApp } from './web-build.ts';

export interface SuperviseOptions {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly processes: readonly ProcessDefinition[];
  readonly webApps: readonly string[];
  readonly terminal: Terminal;
  /** Called when everything is ready; `npm run dev` serves the web apps and reloads the processes with it. */
  readonly onReady?: (running: RunningProcesses) => Promise<DevelopmentServers>;
}

/** The processes of a product that is ready. */
export interface RunningProcesses {
  /** Address of the api. */
  readonly apiUrl: string;
  readonly programme: Programme;
  readonly terminal: Terminal;
  /**
   * Builds the processes from their sources and restarts them; resolves when they are ready. Throws esbuild's error and
   * ChildFailed.
   */
  restart(): Promise<void>;
}

export interface DevelopmentServers {
  readonly webPages: WebPages;
  close(): Promise<void>;
}

/** A start of the product, finished or in progress. */
export interface Product {
  /** Resolves when everything is ready. Rejects with StartRefused, ConfigError, ChildFailed or another error. */
  readonly started: Promise<void>;
  /** Stops everything in order, each process with a timeout. Can be called at any time, also during the start. */
  stop(): Promise<void>;
  /** Kills the processes immediately, without waiting for `stop`. */
  kill(): void;
}

const stopLimitMs = 12_000;

/**
 * Starts the product: data folder, secrets, embedded Postgres unless one is configured, web pages, processes, banner.
 */
export function supervise(options: SuperviseOptions): Product {
  const { terminal, root } = options;
  const interrupted = new AbortController();
  const children: Child[] = [];
  const releases: (() => Promise<void>)[] = [];
  let postgres: SupervisedPostgres | undefined;
  let servers: DevelopmentServers | undefined;

  const restart = async (): Promise<void> => {
    await services(options, interrupted.signal);
    const running = children.filter(({ definition }) => definition.kind === 'service');
    const restarts = await Promise.allSettled(running.map((child) => child.restart(stopLimitMs)));
    for (const result of restarts) if (result.status === 'rejected') throw result.reason;
  };

  const start = async (): Promise<void> => {
    const dataDir = path.resolve(options.env.DATA_DIR?.trim() || path.join(root, '.data'));
    await makeDataFolder(dataDir);
    const lock = await takeLock(path.join(dataDir, 'lock'));
    if ('heldBy' in lock) throw new StartRefused(lockedMessage(dataDir, lock.heldBy));
    releases.push(() => lock.release());
    const list = path.join(dataDir, 'processes.json');
    const left = await endOrphanedProcesses(list);
    if (left > 0) terminal.step('clean-up', `ended ${left} process${left === 1 ? '' : 'es'} left by a killed start`);

    // Production generates no secrets: refuse invalid settings before anything is written.
    if (options.env.NODE_ENV === 'production') checkEnvironment({ ...options.env, DATA_DIR: dataDir });
    const secrets = await keepSecrets(dataDir, options.env);
    const env = await environment(options.env, dataDir, secrets);
    const metrics = await metricsPorts(options.processes, env);
    if (secrets.fresh && env.NODE_ENV !== 'production') terminal.step('secrets', `generated, kept in ${secrets.file}`);
    interrupted.signal.throwIfAborted();
    if (!options.env.DATABASE_URL?.trim()) {
      postgres = await ownPostgres(dataDir, secrets.postgresPassword, terminal);
      const access = embeddedAccess(postgres.url);
      await ensureRoles(access);
      env.DATABASE_URL = access.appUrl;
      env.MIGRATION_DATABASE_URL = access.ownerUrl;
    }
    const ownEnv = withoutOwners(env);
    if (options.processes.some(({ built }) => built !== undefined)) await services(options, interrupted.signal);
    interrupted.signal.throwIfAborted();
    const processList = keepProcessList(list);
    const config = loadConfig(ownEnv);
    // Commands read the actual port from this file, because it may differ from the preferred one.
    await writeFile(path.join(dataDir, 'runtime.json'), JSON.stringify({ port: config.port }));
    const enabled = options.processes.filter((definition) => definition.isEnabled?.(config) ?? true);
    const run = async (definition: ProcessDefinition): Promise<readonly SignIn[]> => {
      interrupted.signal.throwIfAborted();
      const { name, kind } = definition;
      const began = Date.now();
      terminal.busy(name, 'starting');
      const metricsPort = metrics.get(name);
      const processEnv = kind === 'preparation' ? env : ownEnv;
      const child = startChild(definition, {
        root,
        env: metricsPort === undefined ? processEnv : { ...processEnv, METRICS_PORT: String(metricsPort) },
        log: openLogFile(path.join(dataDir, 'logs', `${name}.log`)),
        onProgress: (text) => terminal.busy(name, text),
        onTrouble: (text) => terminal.warn(`${name}: ${text}`),
        onRestart: (how, delayMs) => terminal.warn(`${name} ${how}; restarting in ${(delayMs / 1000).toFixed(1)} s`),
        onPid: (pid) => processList.set(name, fileOf(definition), pid),
      });
      children.push(child);
      const signIns = await child.ready();
      terminal.step(name, `${kind === 'service' ? 'ready' : 'done'} (${since(began)})`);
      return signIns;
    };
    for (const preparation of enabled.filter(({ kind }) => kind === 'preparation')) await run(preparation);
    const [built, ...signIns] = await Promise.all([
      buildWebApps(options, interrupted.signal),
      ...enabled.filter(({ kind }) => kind === 'service').map(run),
    ]);
    for (const task of enabled.filter(({ kind }) => kind === 'task')) signIns.push(await run(task));
    interrupted.signal.throwIfAborted();
    const apiUrl = `http://localhost:${config.port}`;
    servers = await options.onReady?.({ apiUrl, programme: config.programme, terminal, restart });
    const webPages = servers?.webPages ?? webPagesOf(apiUrl, built);
    terminal.plain(banner({ env, dataDir, signIns: shownSignIns(signIns.flat(), secrets), webPages, metrics }));
  };

  const started = start();
  const stop = async (): Promise<void> => {
    interrupted.abort(new StartRefused('The start was interrupted.'));
    await servers?.close();
    await stopChildren(children);
    await started.catch(() => undefined);
    await postgres?.stop();
    for (const release of releases) await release();
  };
  let stopped: Promise<void> | undefined;
  return {
    started,
    stop() {
      stopped ??= stop();
      return stopped;
    },
    kill() {
      for (const child of children) child.kill();
    },
  };
}

async function stopChildren(children: readonly Child[]): Promise<void> {
  const orders = [...new Set(children.map(({ definition }) => definition.stopOrder))].sort((a, b) => a - b);
  for (const order of orders) {
    const together = children.filter(({ definition }) => definition.stopOrder === order);
    await Promise.all(together.map((child) => child.stop(stopLimitMs)));
  }
}

const lockedMessage = (dataDir: string, pid: number): string =>
  `${dataDir} is in use by another start (process ${pid}). Stop it, or choose another folder and port: ` +
  'DATA_DIR=./.data-2 PORT=8081 ./scripts/start';

/** Checks an environment before its embedded Postgres is started. Throws ConfigError. */
const checkEnvironment = (settings: NodeJS.ProcessEnv): Config =>
  loadConfig({ DATABASE_URL: 'postgres://to-be-started', ...withoutBlanks(settings) });

/**
 * The environment of the processes: given settings, generated secrets and a free port. Throws ConfigError,
 * StartRefused.
 */
async function environment(settings: NodeJS.ProcessEnv, dataDir: string, secrets: Secrets): Promise<NodeJS.ProcessEnv> {
  const named = withoutBlanks(settings);
  const env: NodeJS.ProcessEnv = { ...secrets.environment, ...named, DATA_DIR: dataDir };
  // Reports everything that the processes would refuse, before any of them starts.
  const config = checkEnvironment(env);
  const port = await choosePort(config.port, { mayMove: !named.PORT });
  if (port === null) {
    throw new StartRefused(
      `PORT ${config.port} is in use. Free it, or choose another: PORT=${config.port + 1} ./scripts/start`,
    );
  }
  // Generated at each start and not stored. It lets the demo loader set the time of its calls.
  const demoSecret = config.demo.enabled ? { DEMO_SECRET: randomBytes(32).toString('base64url') } : {};
  return { ...env, ...demoSecret, PORT: String(port) };
}

/** The environment of all processes but the migrations: without the addresses of roles that own tables. */
function withoutOwners(all: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const {
    MIGRATION_DATABASE_URL: _owner,
    ADMIN_DATABASE_URL: _admin,
    REPLICATION_DATABASE_URL: _replica,
    ...env
  } = all;
  return env;
}

async function ownPostgres(dataDir: string, password: string, terminal: Terminal): Promise<SupervisedPostgres> {
  terminal.busy('Postgres', 'starting');
  const began = Date.now();
  const cluster = await clusterFolder(dataDir);
  const log = openLogFile(path.join(dataDir, 'logs', 'postgres.log'));
  const postgres = await supervisePostgres({
    folder: cluster.folder,
    password,
    log,
    onRestart: (text) => terminal.warn(text),
  });
  terminal.step('Postgres', `127.0.0.1:${postgres.port} (${since(began)})`);
  if (cluster.elsewhere)
    terminal.warn(`The user of Postgres cannot enter ${dataDir}: its files are in ${cluster.folder}`);
  return postgres;
}

async function services({ root, terminal }: SuperviseOptions, signal: AbortSignal): Promise<void> {
  const began = Date.now();
  const result = await buildServices(root, { onBuild: () => terminal.busy('services', 'building'), signal });
  if (result === 'built') terminal.step('services', `built (${since(began)})`);
}

/** Builds the web apps; returns the names of those in the checkout. */
async function buildWebApps(
  { root, webApps, terminal }: SuperviseOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const built: string[] = [];
  for (const app of webApps) {
    const began = Date.now();
    const result = await buildWebApp(root, app, { onBuild: () => terminal.busy(app, 'building its pages'), signal });
    if (result === 'built') terminal.step(app, `pages built (${since(began)})`);
    if (result !== 'absent') built.push(app);
  }
  return built;
}

const webPagesOf = (apiUrl: string, built: readonly string[]): WebPages => ({
  portal: built.includes('web-agent') ? `${apiUrl}/` : undefined,
  dashboard: built.includes('web-admin') ? `${apiUrl}/admin` : undefined,
});

/** Sign-ins for the banner: the generated admins and those that a process reports; only generated passwords. */
function shownSignIns(reported: readonly SignIn[], secrets: Secrets): readonly SignIn[] {
  const generated = new Set(secrets.signIns.map(({ email }) => email));
  const extra = reported.filter(({ email, password }) => password && !generated.has(email));
  return [...secrets.signIns, ...extra];
}

const since = (began: number): string => `${((Date.now() - began) / 1000).toFixed(1)} s`;
