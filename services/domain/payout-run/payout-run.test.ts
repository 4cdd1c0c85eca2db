import { describe, expect, it } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import type { PayoutRunCommand } from './commands.ts';
import type { PayoutLine, PayoutRunEvent } from './events.ts';
import { LineResults } from './line-results.ts';
import { payoutRunDecider } from './payout-run.ts';
import { openLines, type PayoutRun, type ProposedRun, proposedRun } from './state.ts';

const AT = '2026-11-21T08:00:00.000Z';
const line = (agentId: number): PayoutLine => ({
  agentId,
  grossCents: 200_00,
  payeCents: 50_00,
  nettCents: 150_00,
  rewards: 1,
  treatment: 'paye',
});
const propose: Timed<PayoutRunCommand> = {
  type: 'ProposePayoutRun',
  runId: 'r1',
  reference: 'FR261123A',
  batch: 'eft',
  cutOff: '2026-11-20',
  payDate: '2026-11-23',
  proclaimedDays: new Map(),
  policyVersion: 1,
  payeRate: 0.25,
  minimumCents: 100_00,
  coolingHours: 72,
  proposedBy: '1',
  at: AT,
};
const freeze: Timed<PayoutRunCommand> = {
  type: 'FreezeLines',
  chunk: 1,
  lastAgentId: 3,
  lines: [line(1), line(2), line(3)],
  leftOut: [{ agentId: 4, reason: 'BelowMinimum', balanceCents: 99_99 }],
};
const approve: Timed<PayoutRunCommand> = { type: 'ApprovePayoutRun', by: '2', at: AT };
const check: Timed<PayoutRunCommand> = {
  type: 'RecordCheck',
  chunk: 1,
  kept: { lines: 2, grossCents: 400_00, payeCents: 100_00, nettCents: 300_00 },
  dropped: [{ ...line(3), reason: 'Changed' }],
};
const toExported: Timed<PayoutRunCommand>[] = [
  propose,
  freeze,
  { type: 'FinishFreezing', at: AT },
  approve,
  check,
  { type: 'RecordExport', files: [], edition: 'e1', at: AT },
];
const answer = (answerId: string, resultChanges = 0): Timed<PayoutRunCommand>[] => [
  {
    type: 'RecordBankResponse',
    answerId,
    part: 1,
    outcomes: [{ agentId: 2, outcome: 'failed', reason: 'closed' }],
    on: '2026-11-24',
    paidOn: null,
    at: '2026-11-24T08:00:00.000Z',
  },
  {
    type: 'AcceptBankResponse',
    answerId,
    parts: 1,
    rest: 'paid',
    on: '2026-11-24',
    paidOn: null,
    resultChanges,
    by: '1',
    at: '2026-11-24T08:00:00.000Z',
  },
];
const settle: Timed<PayoutRunCommand> = {
  type: 'RecordSettlement',
  answerId: 'a1',
  chunk: 1,
  on: '2026-11-24',
  paid: [line(1)],
  failed: [{ ...line(2), reason: 'closed' }],
  returned: [],
  ignored: [],
  at: AT,
};

const stateAfter = (...commands: Timed<PayoutRunCommand>[]): ProposedRun =>
  proposedRun(
    commands.reduce<PayoutRun>(
      (state, command) => fold(payoutRunDecider, state, decideTimed(payoutRunDecider, command, state)),
      payoutRunDecider.initial,
    ),
  );

describe('a payout run', () => {
  it('goes from proposal to settled with a line dropped and one failed', () => {
    const state = stateAfter(...toExported, ...answer('a1'), settle);
    expect(state).toMatchObject({
      status: 'settled',
      leftOut: 1,
      frozen: { lines: 3 },
      dropped: { lines: 1 },
      sent: { lines: 2 },
      paid: { lines: 1, nettCents: 150_00 },
      failed: { lines: 1 },
    });
    expect(openLines(state)).toBe(0);
  });

  it('is proposed for a business day at most 45 days ahead, with no cut-off in the future (O2, O11)', () => {
    const proposed = (changes: object) =>
      decideTimed(payoutRunDecider, { ...propose, ...changes } as typeof propose, payoutRunDecider.initial);
    const proclaimedDays = new Map([['2026-11-23', 'Election day']]);
    for (const changes of [
      { payDate: '2026-11-20' },
      { payDate: '2026-11-22' },
      { payDate: '2027-01-06' },
      { proclaimedDays },
    ])
      expect(() => proposed(changes)).toThrow(expect.objectContaining({ code: 'business-days.pay-date' }));
    expect(() => proposed({ cutOff: '2026-11-22' })).toThrow(expect.objectContaining({ code: 'payout-run.cut-off' }));
    expect(proposed({ payDate: '2027-01-05', cutOff: '2026-11-21' })).toHaveLength(1);
  });

  it('refuses a command to a run that does not exist', () => {
    for (const command of [freeze, approve, check, settle])
      expect(() => decideTimed(payoutRunDecider, command, payoutRunDecider.initial)).toThrow('Payout run not found.');
  });

  it('cannot be approved by its proposer', () => {
    const state = stateAfter(propose, freeze, { type: 'FinishFreezing', at: AT });
    expect(() => decideTimed(payoutRunDecider, { type: 'ApprovePayoutRun', by: '1', at: AT }, state)).toThrow(
      'another administrator must approve',
    );
  });

  it('cannot be approved after its pay date, unless a restore may have removed the approval', () => {
    const late: Timed<PayoutRunCommand> = { type: 'ApprovePayoutRun', by: '2', at: '2026-11-23T22:00:00.000Z' };
    const frozen: Timed<PayoutRunCommand>[] = [propose, freeze, { type: 'FinishFreezing', at: AT }];
    expect(() => decideTimed(payoutRunDecider, late, stateAfter(...frozen))).toThrow('2026-11-23 has passed');
    const inTime: Timed<PayoutRunCommand> = { ...late, at: '2026-11-23T21:59:59.000Z' };
    expect(stateAfter(...frozen, inTime).status).toBe('approved');
    const hold: Timed<PayoutRunCommand> = { type: 'HoldPayoutRun', reason: 'Restored', at: AT };
    const resume: Timed<PayoutRunCommand> = {
      type: 'ResumePayoutRun',
      by: '1',
      reason: 'The bank has paid it',
      at: AT,
    };
    expect(stateAfter(...frozen, hold, resume, late).status).toBe('approved');
  });

  describe('a payout run that needs two approvers', () => {
    const limits = { approverBands: [{ fromNettCents: 450_00, approvers: 2 }], statedTotalFromCents: 400_00 };
    const large: Timed<PayoutRunCommand> = { ...propose, limits: { ...limits, itemCents: 5_000_000_00 } };
    const frozen: Timed<PayoutRunCommand>[] = [large, freeze, { type: 'FinishFreezing', at: AT }];
    const by = (person: string, statedNettCents?: number): Timed<PayoutRunCommand> => ({
      type: 'ApprovePayoutRun',
      by: person,
      at: AT,
      ...(statedNettCents === undefined ? {} : { statedNettCents }),
    });
    const TOTAL = 450_00;

    it('is approved by the second approver, and each of them counts once', () => {
      const one = stateAfter(...frozen, by('2', TOTAL));
      expect(one).toMatchObject({ status: 'frozen', approvedBy: null, approvers: ['2'] });
      expect(decideTimed(payoutRunDecider, by('2', TOTAL), one)).toEqual([]);
      expect(decideTimed(payoutRunDecider, by('3', TOTAL), one)).toMatchObject([{ type: 'PayoutRunApproved' }]);
      expect(stateAfter(...frozen, by('2', TOTAL), by('3', TOTAL))).toMatchObject({
        status: 'approved',
        approvedBy: '3',
      });
    });

    it('cannot be approved by its proposer as the second approver either', () => {
      const one = stateAfter(...frozen, by('2', TOTAL));
      expect(() => decideTimed(payoutRunDecider, by('1', TOTAL), one)).toThrow('another administrator must approve');
    });

    it('refuses an approval without its total, or with another one', () => {
      expect(() => decideTimed(payoutRunDecider, by('2'), stateAfter(...frozen))).toThrow('Type the total');
      expect(() => decideTimed(payoutRunDecider, by('2', TOTAL - 1), stateAfter(...frozen))).toThrow('not R449.99');
    });

    it('can be cancelled after the first approval, and is not checked before the last one', () => {
      const one = stateAfter(...frozen, by('2', TOTAL));
      expect(() =>
        decideTimed(payoutRunDecider, { type: 'RecordExport', files: [], edition: 'e', at: AT }, one),
      ).not.toThrow();
      expect(decideTimed(payoutRunDecider, check, one)).toEqual([]);
      const cancel: Timed<PayoutRunCommand> = { type: 'CancelPayoutRun', by: '3', reason: 'A wrong line', at: AT };
      const cancelled = stateAfter(...frozen, by('2', TOTAL), cancel);
      expect(() => decideTimed(payoutRunDecider, by('3', TOTAL), cancelled)).toThrow('cancelling');
    });
  });

  it('needs one approver without recorded limits, whatever its total', () => {
    const lines = [{ ...line(1), nettCents: 900_000_000_00 }];
    const state = stateAfter(propose, { ...freeze, lines }, { type: 'FinishFreezing', at: AT }, approve);
    expect(state.status).toBe('approved');
  });

  it('refuses a response for a day on which the bank cannot have paid', () => {
    const take = (on: string, paidOn: string | null = null): Timed<PayoutRunCommand> => ({
      type: 'AcceptBankResponse',
      answerId: 'a1',
      parts: 0,
      rest: 'paid',
      on,
      paidOn,
      resultChanges: 0,
      by: '1',
      at: AT,
    });
    const state = stateAfter(...toExported);
    expect(() => decideTimed(payoutRunDecider, take('2026-11-20'), state)).toThrow('before the run was proposed');
    expect(() => decideTimed(payoutRunDecider, take('2026-11-23'), state), 'the pay date, two days ahead').toThrow(
      'not be after today, 2026-11-21',
    );
    expect(decideTimed(payoutRunDecider, take('2026-11-21'), state)).toHaveLength(1);
    const [record] = answer('a1');
    expect(
      () => decideTimed(payoutRunDecider, { ...record, at: AT } as Timed<PayoutRunCommand>, state),
      'its first part',
    ).toThrow('not be after today, 2026-11-21');
    const later = (on: string, paidOn: string) => ({ ...take(on, paidOn), at: '2026-11-24T08:00:00.000Z' });
    expect(() => decideTimed(payoutRunDecider, later('2026-11-22', '2026-11-23'), state)).toThrow(
      'not be before 2026-11-23',
    );
    expect(decideTimed(payoutRunDecider, later('2026-11-23', '2026-11-23'), state)).toHaveLength(1);
  });

  it('cannot be approved before it is frozen, nor exported before it is approved and checked again', () => {
    expect(() => decideTimed(payoutRunDecider, approve, stateAfter(propose, freeze))).toThrow('freezing');
    const approved = stateAfter(propose, freeze, { type: 'FinishFreezing', at: AT }, approve);
    expect(() =>
      decideTimed(payoutRunDecider, { type: 'RecordExport', files: [], edition: 'e1', at: AT }, approved),
    ).toThrow('checked again');
  });

  it('is neither approved nor exported on hold, but accepts a bank response and a cancellation', () => {
    const hold: Timed<PayoutRunCommand> = { type: 'HoldPayoutRun', reason: 'Restored', at: AT };
    const resume: Timed<PayoutRunCommand> = { type: 'ResumePayoutRun', by: '1', reason: 'Not at the bank', at: AT };
    const finish: Timed<PayoutRunCommand> = { type: 'FinishFreezing', at: AT };
    const frozen = stateAfter(propose, freeze, finish, hold);
    expect(() => decideTimed(payoutRunDecider, approve, frozen)).toThrow('on hold: Restored');
    const approved = stateAfter(propose, freeze, finish, approve, hold);
    expect(() => decideTimed(payoutRunDecider, check, approved)).toThrow('on hold');
    expect(decideTimed(payoutRunDecider, hold, approved)).toEqual([]);
    const resumed = stateAfter(propose, freeze, finish, hold, resume);
    expect(resumed).toEqual({ ...stateAfter(propose, freeze, finish), wasResumed: true });
    expect(stateAfter(...toExported, hold, ...answer('a1'), settle)).toEqual(
      stateAfter(...toExported, ...answer('a1'), settle),
    );
    const cancel: Timed<PayoutRunCommand> = { type: 'CancelPayoutRun', by: '1', reason: 'r', at: AT };
    for (const held of [frozen, approved])
      expect(() => decideTimed(payoutRunDecider, cancel, held)).toThrow(
        'Check that the bank statement shows no payment',
      );
    const checked = { ...cancel, bankStatementChecked: true };
    expect(decideTimed(payoutRunDecider, checked, approved)).toMatchObject([{ data: { bankStatementChecked: true } }]);
    expect(stateAfter(propose, freeze, finish, hold, checked)).toMatchObject({ heldFor: null });
    expect(decideTimed(payoutRunDecider, hold, stateAfter(...toExported, ...answer('a1'), settle))).toEqual([]);
  });

  it('changes nothing when a command is repeated', () => {
    const all = [...toExported, ...answer('a1'), settle];
    const state = stateAfter(...all);
    for (const command of all.slice(1)) expect(decideTimed(payoutRunDecider, command, state), command.type).toEqual([]);
    expect(() => decideTimed(payoutRunDecider, propose, state)).toThrow('exists');
  });

  describe('a payout run compared with bank statements (L18)', () => {
    const settled = [...toExported, ...answer('a1'), settle];
    const shows = (on: string, nettCents: number, from = on): Timed<PayoutRunCommand> => ({
      type: 'BookCashInTransit',
      shown: { days: [{ on, nettCents }], periods: [{ from, to: on }] },
      by: '1',
      at: '2026-11-26T08:00:00.000Z',
    });
    const booked = (...before: Timed<PayoutRunCommand>[]) => {
      const last = before.pop() as Timed<PayoutRunCommand>;
      const [event] = decideTimed(payoutRunDecider, last, stateAfter(...before));
      return event?.type === 'CashInTransitBooked' ? event.data : null;
    };

    it('has an amount in transit until a statement shows it', () => {
      expect(booked(...settled, shows('2026-11-24', 0))).toMatchObject({ inTransitCents: 150_00, changeCents: 150_00 });
      const first = shows('2026-11-24', 100_00);
      expect(booked(...settled, first)).toMatchObject({ inTransitCents: 50_00, changeCents: 50_00 });
      expect(booked(...settled, first, shows('2026-11-25', 50_00))).toMatchObject({
        inTransitCents: 0,
        changeCents: -50_00,
        bookedOn: '2026-11-26',
        bookedBy: '1',
        days: [
          { on: '2026-11-24', nettCents: 100_00 },
          { on: '2026-11-25', nettCents: 50_00 },
        ],
      });
    });

    it('replaces the day of a statement that is booked again, and books the same one once', () => {
      const first = shows('2026-11-24', 100_00);
      expect(booked(...settled, first, first)).toBeNull();
      expect(booked(...settled, first, shows('2026-11-24', 150_00))).toMatchObject({ changeCents: -50_00 });
      expect(booked(...settled, shows('2026-11-24', 200_00)), 'the bank shows more than was paid').toMatchObject({
        inTransitCents: -50_00,
      });
    });

    it('replaces a day on which a corrected statement of several days does not name the run', () => {
      const [first, second] = [shows('2026-11-24', 100_00), shows('2026-11-25', 50_00)];
      expect(booked(...settled, first, second, shows('2026-11-25', 150_00, '2026-11-24'))).toMatchObject({
        days: [{ on: '2026-11-25', nettCents: 150_00 }],
        inTransitCents: 0,
        changeCents: 0,
      });
    });

    it('is refused before the files are written and while results are being recorded', () => {
      expect(() => booked(propose, freeze, shows('2026-11-24', 0))).toThrow('payout run is freezing');
      expect(() => booked(...toExported, ...answer('a1'), shows('2026-11-24', 0))).toThrow('are being recorded');
    });
  });

  it('subtracts a returned payment from the amount paid', () => {
    const returned: Timed<PayoutRunCommand> = {
      ...settle,
      answerId: 'a2',
      paid: [],
      failed: [],
      returned: [{ ...line(1), reason: 'returned' }],
    };
    const state = stateAfter(...toExported, ...answer('a1'), settle, ...answer('a2', 1), returned);
    expect(state).toMatchObject({
      status: 'settled',
      paid: { lines: 0, nettCents: 0 },
      returned: { lines: 1, nettCents: 150_00 },
    });
  });

  it('can be cancelled until it is approved, and is cancelled once every account is free again', () => {
    const cancel: Timed<PayoutRunCommand> = { type: 'CancelPayoutRun', by: '1', reason: 'wrong cut-off', at: AT };
    const state = stateAfter(propose, freeze, cancel, { type: 'RecordRelease', chunk: 1 });
    expect(state.status).toBe('cancelling');
    expect(
      stateAfter(propose, freeze, cancel, { type: 'RecordRelease', chunk: 1 }, { type: 'RecordRelease', chunk: 2 })
        .status,
    ).toBe('cancelled');
    expect(() => decideTimed(payoutRunDecider, cancel, stateAfter(...toExported))).toThrow('exported');
  });

  it('refuses a response that was checked before another response was accepted', () => {
    const [record, accept] = answer('a2') as [Timed<PayoutRunCommand>, Timed<PayoutRunCommand>];
    const state = stateAfter(...toExported, record, ...answer('a1'));
    expect(() => decideTimed(payoutRunDecider, accept, state)).toThrow('recorded at the same time');
  });

  it('keeps the first result of a line, except that the bank can return a paid line', () => {
    const [, taken] = answer('a2', 1) as [Timed<PayoutRunCommand>, Timed<PayoutRunCommand>];
    const later = { on: '2026-11-25', at: '2026-11-25T08:00:00.000Z', paidOn: '2026-11-24' };
    const second: Timed<PayoutRunCommand>[] = [
      {
        type: 'RecordBankResponse',
        answerId: 'a2',
        part: 1,
        outcomes: [
          { agentId: 1, outcome: 'returned', reason: 'closed' },
          { agentId: 2, outcome: 'paid', reason: null },
        ],
        ...later,
      },
      { ...taken, ...later } as Timed<PayoutRunCommand>,
    ];
    const lines = new LineResults(new Set([1, 2, 3]));
    [...toExported, ...answer('a1'), settle, ...second].reduce<PayoutRun>((state, command) => {
      const events: readonly PayoutRunEvent[] = decideTimed(payoutRunDecider, command, state);
      for (const event of events) lines.add(event);
      return fold(payoutRunDecider, state, events);
    }, payoutRunDecider.initial);
    expect([...lines.results].sort(([a], [b]) => a - b)).toEqual([
      [1, { result: 'returned', on: '2026-11-25' }],
      [2, { result: 'failed', on: '2026-11-24' }],
      [3, { result: 'NotSent', on: null }],
    ]);
  });
});
