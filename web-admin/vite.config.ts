import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

/**
 * The first load is two files, packages and our own code. What at least eight pages share is two more. Without these
 * groups the bundler makes one file for each combination of pages that share a module, up to sixty for a page. `Panel`,
 * `texts` and `useRead` are in the first load, so that the home page needs no shared file.
 */
const GROUPS = [
  { name: 'packages', tags: ['$initial' as const], test: /[\\/]node_modules[\\/]/, priority: 3 },
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  { name: 'start', test: /src[\\/]components[\\/](?:Panel|texts|use-read)/, priority: 3 },
  { name: 'icons', test: /icons-material/, priority: 2 },
  { name: 'shared-packages', test: /[\\/]node_modules[\\/]/, minShareCount: 8, priority: 1 },
  { name: 'shared', minShareCount: 8 },
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/admin/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    manifest: true,
    // The content security policy forbids data: scripts and styles, and hashed files can be cached permanently.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: GROUPS } } },
  },
  server: { proxy: { '/api': api, '/dev': api } },
});
