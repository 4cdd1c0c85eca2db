import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

/**
 * Everything that the first load needs is in two files, packages and our own code. Without these groups the bundler makes
 * about thirty, one for each combination of pages that share a module.
 */
const START = [
  { name: 'packages', tags: ['$initial' as const], test: /[\\/]node_modules[\\/]/ },
  { name: 'start', tags: ['$initial' as const] },
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
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: START } } },
  },
  server: { proxy: { '/api': api, '/dev': api } },
});
