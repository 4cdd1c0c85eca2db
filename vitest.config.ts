import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { suitesByKind } from './scripts/quality/suite-kinds.ts';
import { HeavyFirst } from './tests/support/heavy-first.ts';

const root = import.meta.dirname;
const excluded = ['**/node_modules/**', '**/dist/**', '**/.data/**'];
// Vite loads this file again for each project.
const shared = globalThis as { suites?: ReturnType<typeof suitesByKind> };
shared.suites ??= suitesByKind();
const { unit, integration } = await shared.suites;

export default defineConfig({
  root,
  plugins: [react()],
  test: {
    // Long enough for a busy machine; only a test that hangs reaches them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Three workers on two cores: suites spend a third of their time waiting for processes, leases and timers.
    maxWorkers: 3,
    sequence: { sequencer: HeavyFirst },
    // Workers, and the hundred processes that suites start, load compiled scripts: a quarter less processor time each.
    env: { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node') },
    // Loading the product once per worker instead of once per file halves the duration. No test file changes shared
    // modules.
    isolate: false,
    // The projects share transformed modules, and so do later runs.
    experimental: { fsModuleCache: true },
    coverage: {
      provider: 'v8',
      include: ['services/**/*.ts', 'scripts/**/*.ts', 'tests/demo/**/*.ts', 'web-*/**/*.{ts,tsx}'],
    },
    projects: [
      {
        extends: true,
        root,
        test: { name: 'unit', environment: 'node', include: unit, exclude: excluded },
      },
      {
        extends: true,
        root,
        test: {
          name: 'integration',
          environment: 'node',
          include: integration,
          exclude: excluded,
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: [path.join(root, 'services/application/testing/cheap-passwords.ts')],
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
          setupFiles: [path.join(root, 'tests/support/web.ts')],
        },
      },
    ],
  },
});
