import { afterEach, expect, test, vi } from 'vitest';
import { commandLineOf } from './running-process.ts';

afterEach(() => vi.unstubAllEnvs());

test.runIf(process.platform === 'linux')('finds the command line of a process on a system without ps', () => {
  vi.stubEnv('PATH', '/nothing');
  expect(commandLineOf(process.pid)).toContain('node');
});
