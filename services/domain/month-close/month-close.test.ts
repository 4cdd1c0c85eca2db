import { describe, expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { CLOSE_STEP_NAMES, type MonthCloseEvent } from './events.ts';
import { type MonthCloseCommand, monthCloseDecider } from './month-close.ts';

const MONTH = '2028-02';
/** The first instant of March in Johannesburg; February has 29 days. */
const AT = '2028-02-29T22:00:00.000Z';
const given = (...events: readonly MonthCloseEvent[]) => fold(monthCloseDecider, monthCloseDecider.initial, events);
const when = (command: Timed<MonthCloseCommand>, ...events: readonly MonthCloseEvent[]) =>
  decideTimed(monthCloseDecider, command, given(...events));
const signOff = (step: (typeof CLOSE_STEP_NAMES)[number], change: object = {}) =>
  ({
    type: 'SignOffStep',
    month: MONTH,
    at: AT,
    step,
    state: 'ready',
    figures: [],
    digest: 'a',
    note: '',
    by: 2,
    ...change,
  }) as Timed<Extract<MonthCloseCommand, { type: 'SignOffStep' }>>;
const signed = CLOSE_STEP_NAMES.flatMap((step) => when(signOff(step)));
const digests = Object.fromEntries(CLOSE_STEP_NAMES.map((step) => [step, 'a']));
const CLOSE = {
  type: 'CloseMonth',
  month: MONTH,
  at: AT,
  digests,
  closed: [],
  openingCents: 100,
  closingCents: 200,
  evidence: [{ name: 'journal.csv', sha256: 'ab' }],
  requestedBy: 2,
  approvedBy: 1,
  reason: 'February is complete',
} as const satisfies Timed<MonthCloseCommand>;
const refused = (code: string) => expect.objectContaining({ code: `month-close.${code}` });

describe('closing a month', () => {
  test('is possible from the first instant after the month, with every step signed off', () => {
    expect(when(CLOSE, ...signed)).toMatchObject([
      { type: 'MonthClosed', data: { month: MONTH, requestedBy: 2, approvedBy: 1, closingCents: 200 } },
    ]);
    const early = { at: '2028-02-29T21:59:59.999Z' };
    expect(() => when({ ...CLOSE, ...early }, ...signed)).toThrow(refused('running'));
    expect(() => when(signOff('paye', early))).toThrow(refused('running'));
  });

  test('is refused while a step is not signed off, or its figures changed since', () => {
    expect(() => when(CLOSE, ...signed.slice(1))).toThrow(refused('unsigned'));
    expect(() => when({ ...CLOSE, digests: { ...digests, paye: 'b' } }, ...signed)).toThrow(refused('changed'));
    const again = when(signOff('paye', { digest: 'b' }), ...signed);
    expect(when({ ...CLOSE, digests: { ...digests, paye: 'b' } }, ...signed, ...again)).toHaveLength(1);
  });

  test('locks the steps until two people reopen the month, and then all are signed off again', () => {
    const closed = [...signed, ...when(CLOSE, ...signed)];
    const reopenStep = { type: 'ReopenStep', month: MONTH, at: AT, step: 'paye', reason: 'x', by: 2 } as const;
    for (const command of [CLOSE, signOff('paye', { digest: 'b' }), reopenStep])
      expect(() => when(command, ...closed)).toThrow(refused('closed'));
    const reopen = {
      type: 'ReopenMonth',
      month: MONTH,
      at: AT,
      requestedBy: 2,
      approvedBy: 1,
      closed: [MONTH],
      reason: 'SARS',
    } as const;
    const reopened = when(reopen, ...closed);
    expect(reopened).toMatchObject([{ type: 'MonthReopened' }]);
    expect(() => when(reopen, ...signed)).toThrow(refused('open'));
    expect(() => when(CLOSE, ...closed, ...reopened)).toThrow(refused('unsigned'));
    expect(() => when({ ...reopen, closed: ['2028-01', MONTH, '2028-03'] }, ...closed)).toThrow(
      expect.objectContaining({ code: 'month-close.order', message: 'Reopen 2028-03 first.' }),
    );
  });

  test.each([
    { closed: ['2028-01'], refusal: null },
    { closed: ['2028-03'], refusal: null },
    { closed: ['2028-01', '2028-03'], refusal: null },
    { closed: ['2027-12'], refusal: 'Close 2028-01 first.' },
    { closed: ['2028-04'], refusal: 'Close 2028-03 first.' },
    // Gaps of earlier releases.
    { closed: ['2028-01', '2028-04'], refusal: null },
    { closed: ['2027-11', '2028-05'], refusal: 'Close 2028-01 first.' },
  ])('leaves no gap between the closed months ($closed)', ({ closed, refusal }) => {
    const close = () => when({ ...CLOSE, closed }, ...signed);
    if (refusal === null) expect(close()).toHaveLength(1);
    else expect(close).toThrow(expect.objectContaining({ code: 'month-close.order', message: refusal }));
  });
});

describe('a step', () => {
  test('is signed off with a note if it needs attention, and not if it is blocked', () => {
    expect(() => when(signOff('holds', { state: 'attention' }))).toThrow(refused('note'));
    expect(when(signOff('holds', { state: 'attention', note: 'Two holds, cleared in March' }))).toHaveLength(1);
    expect(() => when(signOff('holds', { state: 'blocked', note: 'x' }))).toThrow(refused('blocked'));
  });

  test('is signed off once for the same figures, and can be reopened with a reason', () => {
    expect(when(signOff('paye'), ...signed)).toEqual([]);
    const reopenStep = {
      type: 'ReopenStep',
      month: MONTH,
      at: AT,
      step: 'paye',
      reason: 'Late return',
      by: 3,
    } as const;
    const reopened = when(reopenStep, ...signed);
    expect(reopened).toMatchObject([{ type: 'MonthStepReopened', data: { reopenedBy: 3 } }]);
    expect(() => when(CLOSE, ...signed, ...reopened)).toThrow(refused('unsigned'));
  });

  test('has an owner, who can be assigned while the month runs', () => {
    const assign = {
      type: 'AssignStep',
      month: MONTH,
      at: '2028-02-10T08:00:00.000Z',
      step: 'paye',
      owner: 2,
      by: 1,
    } as const;
    const assigned = when(assign);
    expect(assigned).toMatchObject([{ type: 'MonthStepAssigned', data: { owner: 2, assignedBy: 1 } }]);
    expect(when(assign, ...assigned)).toEqual([]);
  });
});
