import { expect, test } from 'vitest';
import { type ApprovalSubject, streamsOfRecord } from './names.ts';

test.each<[ApprovalSubject, string]>([
  ['admins/2', 'admin-2'],
  ['bank-list/1', 'bank-list'],
  ['business-days/1', 'business-days'],
  ['month-closes/2026-10', 'month-close-2026-10'],
  ['payout-limits/1', 'payout-limits'],
  ['payouts/r1', 'payout-run-r1'],
  ['promotions/p1', 'promotion-p1'],
  ['reward-policy/1', 'reward-policy'],
  ['sars-rules/1', 'sars-rules'],
  ['tax-years/2027', 'tax-year-2027'],
  ['travel-agents/7', 'agent-7'],
])('finds the changes of the subject %s of an approval', (subject, streamId) => {
  expect(streamsOfRecord(subject)).toContain(streamId);
});
