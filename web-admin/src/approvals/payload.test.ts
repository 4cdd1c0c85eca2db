import { expect, test } from 'vitest';
import { payloadRows } from './payload.ts';

const shown = (payload: Record<string, unknown>) =>
  payloadRows(payload).map(({ label, value }) => `${label}: ${value}`);

test('a request is shown in rand, percent and days, with its nested values', () => {
  expect(
    shown({
      agentId: 7,
      effectiveFrom: '2026-03-01',
      treatment: { kind: 'directive', rate: 0.18, directiveNumber: '123' },
      grossCents: -1234_50,
      isActive: false,
      roles: ['Admin', 'Finance'],
      days: [{ date: '2026-12-24', label: 'Closed' }],
      adjustmentId: 'a-b-c',
      note: null,
    }),
  ).toEqual([
    'Effective from: 1 Mar 2026',
    'Treatment kind: directive',
    'Treatment rate: 18%',
    'Treatment directive number: 123',
    'Gross: \u2212R1\u202f234.50',
    'Active: No',
    'Roles: Admin, Finance',
    'Days 1 date: 24 Dec 2026',
    'Days 1 label: Closed',
  ]);
});
