import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonTestResults } from 'vitest/reporters';
import { command } from './command.ts';
import type { StepResult } from './step.ts';

/** Runs vitest on all tests, or on files with a path that contains one of `filters`, and prints its output. */
export const suites =
  (...filters: string[]) =>
  async (): Promise<StepResult> => {
    const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-report-'));
    const file = path.join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    // The caller's settings are for the product. Tests use TEST_DATABASE_URL, REDIS_URL or servers of their own.
    const env = { DATABASE_URL: '', DATA_DIR: '', PORT: '', NODE_ENV: 'test' };
    try {
      const { code } = await command('vitest', ['run', ...reporters, ...filters], { show: true, env });
      const text = await readFile(file, 'utf8').catch(() => null);
      return text === null ? failed('vitest wrote no report') : count(JSON.parse(text) as JsonTestResults, code);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

const failed = (output: string): StepResult => ({ passed: 0, failed: 1, skipped: [], output });

function count({ testResults }: JsonTestResults, code: number | null): StepResult {
  const tests = testResults.flatMap((it) => it.assertionResults);
  const withStatus = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status));
  // A file that cannot be loaded reports no failed test.
  const broken = testResults.filter(
    (it) => it.status === 'failed' && it.assertionResults.every((test) => test.status !== 'failed'),
  );
  const skipped = withStatus('skipped', 'pending', 'todo', 'disabled').map(({ ancestorTitles, title }) => {
    const reason = [...ancestorTitles, title].find((it) => it.startsWith('skipped: '));
    return reason?.slice('skipped: '.length) ?? [...ancestorTitles, title].join(' › ');
  });
  const failures = withStatus('failed').length + broken.length;
  // An error outside of a test (an unhandled rejection) and a run without tests are failures too.
  const unexplained = failures === 0 && (code !== 0 || tests.length === 0) ? 1 : 0;
  return {
    passed: withStatus('passed').length,
    failed: failures + unexplained,
    skipped: [...new Set(skipped)],
    output: '',
  };
}
