import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@fynbos/platform/config/config.ts';

export interface ProcessDefinition {
  readonly name: string;
  /** TypeScript file, relative to the checkout. */
  readonly script: string;
  /** The bundle of the script (`service-build.ts`), relative to the checkout; without one the script runs with tsx. */
  readonly built?: string;
  /** `preparation`: ends before the services start. `service`: until stopped. `task`: once the services are ready. */
  readonly kind: 'preparation' | 'service' | 'task';
  /** Lower numbers are stopped first, equal ones together. */
  readonly stopOrder: number;
  /** `/metrics` is served on METRICS_PORT plus this; without it nowhere. */
  readonly metricsOffset?: number;
  /** Whether to run it; default yes. */
  readonly isEnabled?: (config: Config) => boolean;
}

const built = (
  name: string,
  script: string,
  more: Pick<ProcessDefinition, 'kind' | 'stopOrder' | 'metricsOffset'>,
): ProcessDefinition => ({ name, script, built: `services/dist/${name}.mjs`, ...more });

const DEFINITIONS: readonly ProcessDefinition[] = [
  built('migrations', 'services/workers/migrate.ts', { kind: 'preparation', stopOrder: 0 }),
  built('api', 'services/api/main.ts', { kind: 'service', stopOrder: 1, metricsOffset: 2 }),
  built('reactors', 'services/workers/reactors.ts', { kind: 'service', stopOrder: 2, metricsOffset: 1 }),
  built('workers', 'services/workers/projections.ts', { kind: 'service', stopOrder: 2, metricsOffset: 0 }),
  { name: 'demo', script: 'tests/demo/main.ts', kind: 'task', stopOrder: 0, isEnabled: ({ demo }) => demo.enabled },
];

/**
 * docs/decisions/0031: batches of a thousand outlive V8's young generation of 16 MB; 64 MB is collected a quarter as
 * often. Old-generation collections start at 2.5 times the live size. Also in Dockerfile and docker-compose.yml.
 */
export const NODE_FLAGS = ['--max-semi-space-size=64', '--heap-growing-percent=150'] as const;

/** The file that Node runs, relative to the checkout. */
export const fileOf = ({ script, built }: ProcessDefinition): string => built ?? script;

/** Node's arguments for a process; `preload` modules are loaded first. */
export function nodeArguments(root: string, definition: ProcessDefinition, preload: readonly string[] = []): string[] {
  const typescript = definition.built === undefined || preload.length > 0 ? [import.meta.resolve('tsx')] : [];
  const imports = [...typescript, ...preload].flatMap((module) => ['--import', module]);
  return [...NODE_FLAGS, '--enable-source-maps', ...imports, path.join(root, fileOf(definition))];
}

/** The processes of `./scripts/start`. */
export const processes = (root: string): readonly ProcessDefinition[] =>
  DEFINITIONS.filter(({ script }) => existsSync(path.join(root, script)));

/** Folders of the web apps that a start builds. */
export const WEB_APPS = ['web-agent', 'web-admin'] as const;
