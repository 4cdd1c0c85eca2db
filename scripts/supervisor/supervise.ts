import path from 'node:path';
import { writeJsonFile } from '@fynbos/platform/atomic-json-file.ts';
import { type Config, loadConfig } from '@fynbos/platform/config/config.ts';
import type { Programme } from '@fynbos/platform/config/programme.ts';
import { withSecretFiles } from '@fynbos/platform/config/secret-files.ts';
import { embeddedAccess, ensureRoles } from '@fynbos/platform/database-roles.ts';
import type { SignIn } from '@fynbos/platform/service-process.ts';
import { banner, type WebPages } from './banner.ts';
import type { BuildOptions } from './build-once.ts';
import { type Child, startChild } from './child.ts';
import { clusterFolder, dataDirOf, makeDataFolder } from './data-folder.ts';
import { checkEnvironment, processEnvironment, withoutOwners } from './environment.ts';
import { takeLock } from './folder-lock.ts';
import { openLogFile } from './log-file.ts';
import { endOrphanedProcesses, keepProcessList, type ProcessList } from './orphaned-processes.ts';
import { metricsPorts, StartRefused } from './ports.ts';
import { type SupervisedPostgres, supervisePostgres } from './postgres/supervise-postgres.ts';
import { fileOf, type ProcessDefinition } from './processes.ts';
import { keepSecrets, type Secrets } from './secrets.ts';
import { buildServices } from './service-build.ts';
import type { Terminal } from './terminal.ts';
import { buildWebApp, type WebBuild } from './web-build.ts';

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
  /** Builds them from their sources; resolves when they are ready. Throws esbuild's error and ChildFailed. */
  restart(): Promise<void>;
}

export interface DevelopmentServers {
  readonly webPages: WebPages;
  close(): Promise<void>;
}

export interface Product {
  /** Resolves when everything is ready. Rejects with StartRefused, InvalidSettings, ChildFailed or another error. */
  readonly started: Promise<void>;
  /** Stops everything in order, each process with a timeout. Can be called at any time, also during the start. */
  stop(): Promise<void>;
  /** Kills the processes immediately, without waiting for `stop`. */
  kill(): void;
}

const STOP_LIMIT_MS = 12_000;

/** Data folder, secrets, embedded Postgres unless one is configured, web pages, processes, banner. */
export const supervise = (options: SuperviseOptions): Product => new Supervisor(options);

/** What the processes of a start share. */
interface ProcessSettings {
  readonly dataDir: string;
  /** The environment of the migrations; the other processes do not get the addresses of roles that own tables. */
  readonly env: NodeJS.ProcessEnv;
  /** Metrics port by process name. */
  readonly metrics: ReadonlyMap<string, number>;
  readonly processList: ProcessList;
}

class Supervisor implements Product {
  readonly started: Promise<void>;
  private readonly interrupted = new AbortController();
  private readonly children: Child[] = [];
  private lock: { release(): Promise<void> } | undefined;
  private postgres: SupervisedPostgres | undefined;
  private servers: DevelopmentServers | undefined;
  private stopped: Promise<void> | undefined;

  constructor(private readonly options: SuperviseOptions) {
    this.started = this.start();
  }

  stop(): Promise<void> {
    this.stopped ??= this.stopAll();
    return this.stopped;
  }

  kill(): void {
    for (const child of this.children) child.kill();
  }

  private async start(): Promise<void> {
    const { root, processes, terminal, onReady } = this.options;
    // Before secrets are generated, which would count as set next to a file. `checkEnvironment` reports the problems.
    const given = withSecretFiles(this.options.env).env;
    const dataDir = dataDirOf(given, root);
    const processList = await this.takeDataFolder(dataDir);
    // Production generates no secrets: refuse invalid settings before anything is written.
    if (given.NODE_ENV === 'production') checkEnvironment({ ...given, DATA_DIR: dataDir });
    const secrets = await keepSecrets(dataDir, given);
    const env = await processEnvironment(given, dataDir, secrets);
    const metrics = await metricsPorts(processes, env);
    if (secrets.fresh && env.NODE_ENV !== 'production') terminal.step('secrets', `generated, kept in ${secrets.file}`);
    this.throwIfInterrupted();
    if (!given.DATABASE_URL?.trim()) Object.assign(env, await this.startPostgres(dataDir, secrets.postgresPassword));
    if (processes.some(({ built }) => built !== undefined)) await this.buildServices();
    this.throwIfInterrupted();
    const config = loadConfig(withoutOwners(env));
    // Commands read the actual port from this file, because it may differ from the preferred one.
    await writeJsonFile(path.join(dataDir, 'runtime.json'), { port: config.port });
    const { presentApps, signIns } = await this.runProcesses(config, { dataDir, env, metrics, processList });
    this.throwIfInterrupted();
    const apiUrl = `http://localhost:${config.port}`;
    this.servers = await onReady?.({ apiUrl, programme: config.programme, terminal, restart: () => this.restart() });
    const webPages = this.servers?.webPages ?? webPagesOf(apiUrl, presentApps);
    terminal.plain(banner({ env, dataDir, signIns: shownSignIns(signIns, secrets), webPages, metrics }));
  }

  private async stopAll(): Promise<void> {
    this.interrupted.abort(new StartRefused('The start was interrupted.'));
    await this.servers?.close();
    await stopChildren(this.children);
    await this.started.catch(() => undefined);
    await this.postgres?.stop();
    await this.lock?.release();
  }

  private throwIfInterrupted(): void {
    this.interrupted.signal.throwIfAborted();
  }

  /** Creates and locks the data folder, and ends what a killed start left. Throws `StartRefused`. */
  private async takeDataFolder(dataDir: string): Promise<ProcessList> {
    await makeDataFolder(dataDir);
    const lock = await takeLock(path.join(dataDir, 'lock'));
    if ('heldBy' in lock)
      throw new StartRefused(
        `${dataDir} is in use by another start (process ${lock.heldBy}). Stop it, or choose another folder and port: DATA_DIR=./.data-2 PORT=8081 ./scripts/start`,
      );
    this.lock = lock;
    const file = path.join(dataDir, 'processes.json');
    const endedCount = await endOrphanedProcesses(file);
    if (endedCount > 0)
      this.options.terminal.step(
        'clean-up',
        `ended ${endedCount} process${endedCount === 1 ? '' : 'es'} left by a killed start`,
      );
    return keepProcessList(file);
  }

  /** Starts the embedded Postgres and creates its roles. Returns their addresses. */
  private async startPostgres(dataDir: string, password: string): Promise<NodeJS.ProcessEnv> {
    const { terminal } = this.options;
    terminal.busy('Postgres', 'starting');
    const began = Date.now();
    const { folder, isOutsideDataDir } = await clusterFolder(dataDir);
    const log = openLogFile(path.join(dataDir, 'logs', 'postgres.log'));
    this.postgres = await supervisePostgres({ folder, password, log, onRestart: (text) => terminal.warn(text) });
    terminal.step('Postgres', `127.0.0.1:${this.postgres.port} (${since(began)})`);
    if (isOutsideDataDir) terminal.warn(`Postgres’s user has no access to ${dataDir}, so its files are in ${folder}`);
    const access = embeddedAccess(this.postgres.url);
    await ensureRoles(access);
    return { DATABASE_URL: access.appUrl, MIGRATION_DATABASE_URL: access.ownerUrl };
  }

  private buildServices(): Promise<WebBuild> {
    return this.showBuild('services', (options) => buildServices(this.options.root, options));
  }

  /** Builds the web apps; returns the names of those in the checkout. */
  private async buildWebApps(): Promise<readonly string[]> {
    const { root, webApps } = this.options;
    const present: string[] = [];
    for (const app of webApps) {
      const result = await this.showBuild(app, (options) => buildWebApp(root, app, options));
      if (result !== 'absent') present.push(app);
    }
    return present;
  }

  /** Runs a build and shows it, unless the last one is current. */
  private async showBuild(name: string, build: (options: BuildOptions) => Promise<WebBuild>): Promise<WebBuild> {
    const { terminal } = this.options;
    const began = Date.now();
    const { signal } = this.interrupted;
    const result = await build({ onBuild: () => terminal.busy(name, 'building'), signal });
    if (result === 'built') terminal.step(name, `built (${since(began)})`);
    return result;
  }

  /** Runs the preparations, then the services while the web apps are built, then the tasks. */
  private async runProcesses(
    config: Config,
    settings: ProcessSettings,
  ): Promise<{ presentApps: readonly string[]; signIns: readonly SignIn[] }> {
    const enabled = this.options.processes.filter((definition) => definition.isEnabled?.(config) ?? true);
    const ofKind = (kind: ProcessDefinition['kind']) => enabled.filter((definition) => definition.kind === kind);
    for (const preparation of ofKind('preparation')) await this.runProcess(preparation, settings);
    const [presentApps, ...signIns] = await Promise.all([
      this.buildWebApps(),
      ...ofKind('service').map((service) => this.runProcess(service, settings)),
    ]);
    for (const task of ofKind('task')) signIns.push(await this.runProcess(task, settings));
    return { presentApps, signIns: signIns.flat() };
  }

  /** Runs a process until it is ready, or has ended where it is no service. Returns its sign-ins. */
  private async runProcess(
    definition: ProcessDefinition,
    { dataDir, env, metrics, processList }: ProcessSettings,
  ): Promise<readonly SignIn[]> {
    this.throwIfInterrupted();
    const { root, terminal } = this.options;
    const { name, kind } = definition;
    const began = Date.now();
    terminal.busy(name, 'starting');
    // The port that was given belongs to one of the processes; those without a port of their own must not take it.
    const metricsPort = metrics.get(name);
    const processEnv = {
      ...(kind === 'preparation' ? env : withoutOwners(env)),
      METRICS_PORT: metricsPort === undefined ? undefined : String(metricsPort),
    };
    const child = startChild(definition, {
      root,
      env: processEnv,
      log: openLogFile(path.join(dataDir, 'logs', `${name}.log`)),
      onProgress: (text) => terminal.busy(name, text),
      onTrouble: (text) => terminal.warn(`${name}: ${text}`),
      onRestart: (how, delayMs) => terminal.warn(`${name} ${how}; restarting in ${(delayMs / 1000).toFixed(1)} s`),
      onPid: (pid) => processList.set(name, fileOf(definition), pid),
    });
    this.children.push(child);
    const signIns = await child.ready();
    terminal.step(name, `${kind === 'service' ? 'ready' : 'done'} (${since(began)})`);
    return signIns;
  }

  private async restart(): Promise<void> {
    await this.buildServices();
    const running = this.children.filter(({ definition }) => definition.kind === 'service');
    const restarts = await Promise.allSettled(running.map((child) => child.restart(STOP_LIMIT_MS)));
    for (const result of restarts) if (result.status === 'rejected') throw result.reason;
  }
}

async function stopChildren(children: readonly Child[]): Promise<void> {
  const orders = [...new Set(children.map(({ definition }) => definition.stopOrder))].sort((a, b) => a - b);
  for (const order of orders) {
    const together = children.filter(({ definition }) => definition.stopOrder === order);
    await Promise.all(together.map((child) => child.stop(STOP_LIMIT_MS)));
  }
}

const webPagesOf = (apiUrl: string, presentApps: readonly string[]): WebPages => ({
  portal: presentApps.includes('web-agent') ? `${apiUrl}/` : undefined,
  dashboard: presentApps.includes('web-admin') ? `${apiUrl}/admin` : undefined,
});

/** Sign-ins for the banner: the generated admins and those that a process reports; only generated passwords. */
function shownSignIns(reported: readonly SignIn[], secrets: Secrets): readonly SignIn[] {
  const generated = new Set(secrets.signIns.map(({ email }) => email));
  const extra = reported.filter(({ email, password }) => password && !generated.has(email));
  return [...secrets.signIns, ...extra];
}

const since = (began: number): string => `${((Date.now() - began) / 1000).toFixed(1)} s`;
