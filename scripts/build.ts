import path from 'node:path';
import { WEB_APPS } from './supervisor/processes.ts';
import { buildServices } from './supervisor/service-build.ts';
import { buildWebApp } from './supervisor/web-build.ts';

/** `npm run build`: builds the processes and the web apps, for an image that builds nothing at startup. */
const root = path.resolve(import.meta.dirname, '..');
const options = { onBuild: () => undefined, signal: new AbortController().signal };
console.log(`services: ${await buildServices(root, options)}`);
for (const app of WEB_APPS) console.log(`${app}: ${await buildWebApp(root, app, options)}`);
