import path from 'node:path';
import { processes, WEB_APPS } from './processes.ts';
import { runInForeground } from './run-in-foreground.ts';

/** `./scripts/start`; with `--reload` it is `npm run dev`. */
const root = path.resolve(import.meta.dirname, '../..');
const options = { root, env: process.env, processes: processes(root), webApps: WEB_APPS };
const isReloading = process.argv.includes('--reload');
await runInForeground(isReloading ? await (await import('./development.ts')).reloading(options) : options);
