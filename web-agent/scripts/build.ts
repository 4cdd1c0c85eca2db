import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { writePages } from './pages.ts';

/** Builds `web-agent/dist`: the browser's files, the public pages as HTML. The server compresses them. */
const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const server = path.join(dist, '.server');
const configFile = path.join(root, 'vite.config.ts');

// Whatever the caller runs as: React's development build is twice the size.
process.env.NODE_ENV = 'production';
await build({ configFile, logLevel: 'warn' });
await build({
  configFile,
  logLevel: 'warn',
  build: { ssr: path.join(root, 'src/entry-server.tsx'), copyPublicDir: false },
});
await writePages(dist, path.join(server, 'entry-server.js'), path.join(root, 'src/boot.js'));
await rm(server, { recursive: true });
