import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@fynbos/platform/config.ts';

/** One process of the product. */
export interface ProcessDefinition {
  readonly name: string;
  /** TypeScript file, relative to the checkout. */
  readonly script: string;
  /** The file that is built of it (`service-build.ts`), relative to the checkout; where not given, the script runs as it is. */
  readonly built?: string;
  /** `preparation` runs to its end before the services start; `service` runs until it is stopped; `task` runs once the services are ready, and ends. */
  readonly kind: 'preparation' | 'service' | 'task';
  /** Stopped in this order: lower first, equals together. */
  readonly stopOrder: number;
  /** It serves `/metrics` so far above METRICS_PORT; not given, it serves them nowhere. */
  readonly metricsOffset?: number;
  /** Left out where this says no; runs always when not given. */
  readonly wanted?: (config: Config) => boolean;
}

const all: readonly ProcessDefinition[] = [
  {
    name: 'migrations',
    script: 'services/workers/migrate.ts',
    built: 'services/dist/migrations.mjs',
    kind: 'preparation',
    stopOrder: 0,
  },
  {
    name: 'api',
    script: 'services/api/main.ts',
    built: 'services/dist/api.mjs',
    kind: 'service',
    stopOrder: 1,
    metricsOffset: 2,
  },
  {
    name: 'reactors',
    script: 'services/workers/reactors.ts',
    built: 'services/dist/reactors.mjs',
    kind: 'service',
    stopOrder: 2,
    metricsOffset: 1,
  },
  {
    name: 'workers',
    script: 'services/workers/projections.ts',
    built: 'services/dist/workers.mjs',
    kind: 'service',
    stopOrder: 2,
    metricsOffset: 0,
  },
  { name: 'demo', script: 'scripts/demo/main.ts', kind: 'task', stopOrder: 0, wanted: ({ demo }) => demo.enabled },
];

/**
 * How Node runs the product's processes. They work in batches of a thousand, which outlive the 16 MB in which V8 looks for
 * young objects, and were copied around: with 64 MB it looks a quarter as often. Old objects are looked through when there are
 * two and a half times as many as were needed last, instead of hardly more than those (docs/decisions/0031, 0031). The image
 * says the same (Dockerfile and docker-compose.yml).
 */
export const nodeFlags = ['--max-semi-space-size=64', '--heap-growing-percent=150'] as const;

/** The file that Node runs for it, relative to the checkout. */
export const fileOf = ({ script, built }: ProcessDefinition): string => built ?? script;

/** What Node is told to run it; `preload`: modules that Node loads before it, in TypeScript or not. */
export function nodeArguments(root: string, definition: ProcessDefinition, preload: readonly string[] = []): string[] {
  const typescript = definition.built === undefined || preload.length > 0 ? [import.meta.resolve('tsx')] : [];
  const imports = [...typescript, ...preload].flatMap((module) => ['--import', module]);
  return [...nodeFlags, '--enable-source-maps', ...imports, path.join(root, fileOf(definition))];
}

/** What `./scripts/start` runs. */
export const processes = (root: string): readonly ProcessDefinition[] =>
  all.filter(({ script }) => existsSync(path.join(root, script)));

/** Web apps that are built before the start, as folders of the checkout. */
export const webApps = ['web-agent', 'web-admin'] as const;
