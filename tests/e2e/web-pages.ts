import path from 'node:path';
import { WEB_APPS } from '../../scripts/supervisor/processes.ts';
import { buildWebApp } from '../../scripts/supervisor/web-build.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Builds the web apps if their sources changed. */
export async function builtWebApps(): Promise<void> {
  const signal = new AbortController().signal;
  for (const app of WEB_APPS) await buildWebApp(ROOT, app, { onBuild: () => undefined, signal });
}
