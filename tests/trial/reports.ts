import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { command } from './engine.ts';
import { admin, base, signedIn } from './installation.ts';
import { check } from './step.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FIXTURE = path.join(ROOT, 'tests/fixtures/programme-60');

/** Imports programme-60 into the running portal. */
export async function importProgramme(): Promise<string> {
  const url = await base();
  const script = path.join(ROOT, 'scripts/import.ts');
  const settings = { ...process.env, ...admin };
  const send = () => command(process.execPath, ['--import', 'tsx', script, FIXTURE, '--url', url], settings);
  // A busy portal may refuse a part; the same command continues.
  const output = await send().catch(send).catch(send);
  return output.match(/rental events: .*/)?.[0] ?? '';
}

/** Compares both reports with the expected ones, which the read models reach after a while. */
export async function compareReports(): Promise<string> {
  const url = await base();
  const headers = { authorization: `Bearer ${await signedIn(url)}` };
  const counts: number[] = [];
  for (const name of ['rewards', 'balances']) {
    const expected = await readFile(path.join(FIXTURE, `expected-${name}.csv`), 'utf8');
    const deadline = Date.now() + 120_000;
    for (;;) {
      const found = await (await fetch(`${url}/api/admin/reports/${name}.csv`, { headers })).text();
      if (found === expected) break;
      check(Date.now() < deadline, `the report ${name} differs from tests/fixtures/programme-60/expected-${name}.csv`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    counts.push(expected.trimEnd().split('\n').length - 1);
  }
  return `${counts.join(' and ')} rows as expected`;
}
