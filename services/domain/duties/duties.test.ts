import { describe, expect, test } from 'vitest';
import { ADMIN_ROLES, PERMISSIONS } from '../admin/permissions.ts';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { type AttestDuties, CONFLICTS, conflictsOf, dutiesDecider, quarterOf } from './duties.ts';

describe('conflicting duties', () => {
  test('only the role Finance combines two: it corrects balances and releases holds', () => {
    for (const role of ADMIN_ROLES)
      expect(conflictsOf([role]), role).toEqual(role === 'Finance' ? ['hold-and-correction'] : []);
  });

  test('are found where one person holds two roles', () => {
    expect(conflictsOf(['Admin', 'Finance'])).toEqual(Object.keys(CONFLICTS));
    expect(conflictsOf(['Operator', 'Finance'])).toEqual([
      'integration-and-payout',
      'hold-and-correction',
      'operation-and-close',
    ]);
    expect(conflictsOf(['Auditor', 'Support'])).toEqual([]);
  });

  test('name duties that exist', () => {
    for (const { duties } of Object.values(CONFLICTS))
      for (const duty of duties) expect(Object.keys(PERMISSIONS)).toContain(duty);
  });
});

describe('an attestation of duties', () => {
  const ATTEST: Timed<AttestDuties> = {
    type: 'AttestDuties',
    digest: 'd1',
    note: 'Two people approve every run',
    by: 7,
    at: '2026-12-31T21:59:59.000Z',
    conflicts: [{ conflict: 'admin-and-payout', adminIds: [1, 2] }],
  };
  const when = (command: Timed<AttestDuties>, ...before: readonly Timed<AttestDuties>[]) => {
    const events = before.flatMap((each) => decideTimed(dutiesDecider, each, dutiesDecider.initial));
    return decideTimed(dutiesDecider, command, fold(dutiesDecider, dutiesDecider.initial, events));
  };

  test('belongs to the calendar quarter in Johannesburg, and names people who attest their own duties', () => {
    expect(when(ATTEST)).toMatchObject([{ data: { quarter: '2026-Q4', isOwn: false, attestedBy: 7 } }]);
    expect(when({ ...ATTEST, by: 2, at: '2026-12-31T22:00:00.000Z' })).toMatchObject([
      { data: { quarter: '2027-Q1', isOwn: true } },
    ]);
    expect(['2026-01-01', '2026-03-31', '2026-04-01', '2026-10-01'].map(quarterOf)).toEqual([
      '2026-Q1',
      '2026-Q1',
      '2026-Q2',
      '2026-Q4',
    ]);
  });

  test('is given once for the same people in a quarter, and again when they change', () => {
    expect(when(ATTEST, ATTEST)).toEqual([]);
    expect(when({ ...ATTEST, digest: 'd2' }, ATTEST)).toHaveLength(1);
    expect(when({ ...ATTEST, at: '2027-01-04T08:00:00.000Z' }, ATTEST)).toHaveLength(1);
  });

  test('requires a note when an administrator holds conflicting duties', () => {
    expect(() => when({ ...ATTEST, note: ' ' })).toThrow(expect.objectContaining({ code: 'duties.note' }));
    expect(when({ ...ATTEST, note: '', conflicts: [] })).toHaveLength(1);
  });
});
