import path from 'node:path';
import { processes, webApps } from './processes.ts';
import { runInForeground } from './run-in-foreground.ts';

const root = path.resolve(import.meta.dirname, '../..');
await runInForeground({ root, env: process.env, processes: processes(root), webApps });
