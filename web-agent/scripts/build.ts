import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { writePages } from './pages.ts';
import { writeServiceWorker } from './service-worker.ts';

/**
 * Builds `web-agent/dist`: the client bundle and the prerendered HTML of the public pages. The server compresses the
 * files.
 */
const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const server = path.join(dist, '.server');
const configFile = path.join(root, 'vite.config.ts');

// Always set, whatever the caller uses: React's development build is twice the size.
process.env.NODE_ENV = 'production';
await build({ configFile, logLevel: 'warn' });
await build({
  configFile,
  logLevel: 'warn',
  build: { ssr: path.join(root, 'src/entry-server.tsx'), copyPublicDir: false },
});
const pages = await writePages(dist, path.join(server, 'entry-server.js'), path.join(root, 'src/boot.js'));
await writeServiceWorker(dist, path.join(root, 'src/service-worker.js'), pages);
await rm(server, { recursive: true });
