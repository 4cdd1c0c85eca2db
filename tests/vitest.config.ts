import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { HeavyFirst } from './support/heavy-first.ts';

const root = path.resolve(import.meta.dirname, '..');
const excluded = ['**/node_modules/**', '**/dist/**', '**/.data/**'];
/** Suites that walk the product in a browser. */
const inBrowser = 'tests/e2e/**/*.test.ts';

export default defineConfig({
  root,
  plugins: [react()],
  test: {
    // What hangs is ended; a busy machine is not.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Two cores, and a third of the time suites wait for processes, leases and timers.
    maxWorkers: 3,
    sequence: { sequencer: HeavyFirst },
    // Loading the product anew for each file took as long as half of the tests; no file changes what another one loads.
    isolate: false,
    coverage: {
      provider: 'v8',
      include: ['services/**/*.ts', 'projections/**/*.ts', 'scripts/**/*.ts', 'web-*/**/*.{ts,tsx}'],
    },
    projects: [
      {
        extends: true,
        root,
        test: {
          name: 'server',
          environment: 'node',
          include: ['{services,projections,scripts,tests}/**/*.test.ts'],
          exclude: [...excluded, inBrowser],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        root,
        test: {
          name: 'browser',
          environment: 'node',
          include: [inBrowser],
          exclude: excluded,
          globalSetup: ['tests/support/global-setup.ts'],
          // After everything else, one file at a time: two browsers side by side took longer than one after the other.
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        root,
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['web-*/**/*.test.{ts,tsx}'],
          exclude: excluded,
          setupFiles: ['tests/support/web.ts'],
        },
      },
    ],
  },
});
