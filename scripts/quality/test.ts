import { styleText } from 'node:util';
import pLimit from 'p-limit';
import type { Step, StepResult } from './step.ts';
import { STEPS } from './steps.ts';

/**
 * `./scripts/test`: the summary ends with `N passed, N failed`. Exit code 1 after a failure. `--checks`: only checks.
 */
const chosen = process.argv.includes('--checks') ? STEPS.filter(({ kind }) => kind === 'check') : STEPS;
const began = Date.now();
const lines: string[] = [];
const skips: string[] = [];
let passed = 0;
let failed = 0;

// Checks and builds do not affect each other, so two run at a time. The suites follow.
const twoAtOnce = pLimit(2);
const early = new Map(
  chosen.filter(({ kind }) => kind !== 'suites').map((step) => [step, twoAtOnce(() => attempt(step))]),
);

for (const step of chosen) {
  console.log(styleText('bold', `\n▸ ${step.name}`));
  const { seconds, ...result } = await (early.get(step) ?? attempt(step));
  if (result.output) console.log(result.output.trimEnd());
  const mark =
    result.failed > 0 ? styleText('red', '✗') : result.passed > 0 ? styleText('green', '✓') : styleText('yellow', '–');
  const line = `${mark} ${step.name.padEnd(28)} ${counted(result)} (${seconds} s)`;
  console.log(line);
  lines.push(line);
  skips.push(...result.skipped);
  passed += result.passed;
  failed += result.failed;
}

console.log(styleText('bold', `\nSummary (${Math.round((Date.now() - began) / 1000)} s)`));
for (const line of lines) console.log(`  ${line}`);
for (const reason of skips) console.log(`  ${styleText('yellow', `skipped: ${reason}`)}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function attempt(step: Step): Promise<StepResult & { seconds: number }> {
  const start = Date.now();
  const result = await step.run().catch((error: unknown): StepResult => {
    const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { passed: 0, failed: 1, skipped: [], output };
  });
  return { ...result, seconds: Math.round((Date.now() - start) / 1000) };
}

function counted(result: StepResult): string {
  const parts = [`${result.passed} passed`];
  if (result.failed > 0) parts.push(`${result.failed} failed`);
  if (result.skipped.length > 0) parts.push(`${result.skipped.length} skipped`);
  return parts.join(', ');
}
