import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@fynbos/platform/config.ts';

/** One process of the product. */
export interface ProcessDefinition {
  readonly name: string;
  /** TypeScript file, relative to the checkout. */
  readonly script: string;
  /** `service` runs until it is stopped; `task` runs once the services are ready, and ends. */
  readonly kind: 'service' | 'task';
  /** Stopped in this order: lower first, equals together. */
  readonly stopOrder: number;
  /** Left out where this says no; runs always when not given. */
  readonly wanted?: (config: Config) => boolean;
}

const all: readonly ProcessDefinition[] = [
  { name: 'api', script: 'services/api/main.ts', kind: 'service', stopOrder: 1 },
  { name: 'reactors', script: 'services/reactors/main.ts', kind: 'service', stopOrder: 2 },
  { name: 'workers', script: 'projections/main.ts', kind: 'service', stopOrder: 2 },
  { name: 'demo', script: 'scripts/demo/main.ts', kind: 'task', stopOrder: 0, wanted: ({ demo }) => demo.enabled },
];

/**
 * How Node runs the product's processes. They work in batches of a thousand, which outlive the 16 MB in which V8 looks for
 * young objects, and were copied around: with 64 MB it looks a quarter as often. The image says the same (Dockerfile).
 */
export const nodeFlags = ['--max-semi-space-size=64'] as const;

/** What `./scripts/start` runs. */
export const processes = (root: string): readonly ProcessDefinition[] =>
  all.filter(({ script }) => existsSync(path.join(root, script)));

/** Web apps that are built before the start, as folders of the checkout. */
export const webApps = ['web-agent', 'web-admin'] as const;
