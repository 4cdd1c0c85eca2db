import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { command } from './command.ts';
import type { StepResult } from './step.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** Runs vitest on the whole tree, or on the files whose path contains one of `filters`; its output is shown as it comes. */
export const suites =
  (...filters: string[]) =>
  async (): Promise<StepResult> => {
    const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-report-'));
    const file = path.join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    // What the caller's shell names is for the product; tests bring their own, or take TEST_DATABASE_URL and REDIS_URL.
    const env = { DATABASE_URL: '', DATA_DIR: '', PORT: '', NODE_ENV: 'test' };
    try {
      const { code } = await command('vitest', ['run', ...reporters, ...filters], { show: true, env });
      const text = await readFile(file, 'utf8').catch(() => null);
      return text === null ? failed('vitest ended without a report') : count(JSON.parse(text) as Report, code);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

const failed = (output: string): StepResult => ({ passed: 0, failed: 1, skipped: [], output });

function count({ testResults }: Report, code: number | null): StepResult {
  const tests = testResults.flatMap((it) => it.assertionResults);
  const withStatus = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status));
  // A file that cannot be loaded has no tests that could fail.
  const broken = testResults.filter(
    (it) => it.status === 'failed' && it.assertionResults.every((test) => test.status !== 'failed'),
  );
  const skipped = withStatus('skipped', 'pending', 'todo', 'disabled').map(({ ancestorTitles, title }) => {
    const reason = [...ancestorTitles, title].find((it) => it.startsWith('skipped: '));
    return reason?.slice('skipped: '.length) ?? [...ancestorTitles, title].join(' › ');
  });
  const failures = withStatus('failed').length + broken.length;
  // An error outside of any test (an unhandled rejection) is a failure too, and so is a run that found nothing.
  const unexplained = failures === 0 && (code !== 0 || tests.length === 0) ? 1 : 0;
  return {
    passed: withStatus('passed').length,
    failed: failures + unexplained,
    skipped: [...new Set(skipped)],
    output: '',
  };
}
