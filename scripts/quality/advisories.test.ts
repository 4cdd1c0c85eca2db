import { expect, test } from 'vitest';
import { judge } from './advisories.ts';

const advisory = {
  title: 'Swallows the sun',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  severity: 'high',
};
const report = { vulnerabilities: { sun: { via: [advisory] }, moon: { via: ['sun'] } } };

test('fails for an advisory, once per package, unless it is accepted with a reason', () => {
  expect(judge(report, {})).toMatchObject({
    failed: 1,
    output: 'sun: high: Swallows the sun (https://github.com/advisories/GHSA-aaaa-bbbb-cccc)',
  });
  expect(judge(report, { 'GHSA-aaaa-bbbb-cccc': 'No sun here.' })).toMatchObject({ passed: 1, failed: 0, skipped: [] });
  expect(judge({ vulnerabilities: {} }, {})).toMatchObject({ passed: 1, failed: 0 });
});

test('skips the check when the registry does not answer or has no advisories', () => {
  const away = judge({ error: { code: 'ENOTFOUND', summary: 'request to https://registry\n failed' } });
  expect(away).toMatchObject({ passed: 0, failed: 0 });
  expect(away.skipped).toEqual([
    'known vulnerabilities: the registry has no advisories (request to https://registry failed)',
  ]);
  expect(judge({ message: '' }).skipped).toHaveLength(1);
});
