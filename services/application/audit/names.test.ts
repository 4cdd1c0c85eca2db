import { adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { pageOfRecord, recordOfStream } from '@fynbos/domain/audit/record-kinds.ts';
import { challengeStreamOf } from '@fynbos/domain/challenge/challenge.ts';
import { enquiryStreamOf } from '@fynbos/domain/enquiry/enquiry.ts';
import { integratorStreamOf } from '@fynbos/domain/integrator/integrator.ts';
import { referralStreamOf } from '@fynbos/domain/referral/referral.ts';
import { rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { expect, test } from 'vitest';
import { type ApprovalSubject, streamsOfRecord } from './names.ts';

test.each<[ApprovalSubject, string]>([
  ['accounts/7', accountStreamOf(7)],
  ['admins/2', adminStreamOf(2)],
  ['challenges/c1', challengeStreamOf('c1')],
  ['contact-support/3', enquiryStreamOf(3)],
  ['integrators/i1', integratorStreamOf('i1')],
  ['referrals/r1', referralStreamOf('r1')],
  ['rewards/RES/1', rentalStreamOf('RES/1')],
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

test('finds the record of a stream and its page; an account belongs to its agent', () => {
  const pageOfStream = (streamId: string) => {
    const record = recordOfStream(streamId);
    return record && pageOfRecord(`${record.resource}/${record.id}`);
  };
  expect(pageOfStream(accountStreamOf(7))).toBe('/travel-agents/7');
  expect(pageOfStream(rentalStreamOf('RES/1'))).toBe('/rewards/RES%2F1');
  expect(pageOfStream('payout-limits')).toBe('/bank-list?tab=payout-limits');
  expect(pageOfStream(referralStreamOf('r1'))).toBeNull();
  expect(recordOfStream('payout-limits')).toEqual({ resource: 'payout-limits', id: '1' });
  expect(recordOfStream('claim-email-ab')).toBeNull();
});
