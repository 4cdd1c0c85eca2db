import type { TreatmentUsed } from '@fynbos/domain/agent/tax-treatment.ts';
import { withAdjustmentCause } from '@fynbos/domain/rewards-account/adjustment-cause.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { AGENT, decisionOf, Ledger, PAYE } from '@fynbos/domain/rewards-account/testing/ledger.ts';
import { certifiableYears } from '@fynbos/domain/tax/certifiable-years.ts';
import { decideTimed } from '@fynbos/domain/testing/timed.ts';
import { expect, test } from 'vitest';
import type { FoldEvent } from '../engine/projection.ts';
import { type TaxRow, tax } from './tax.ts';

const paid = (directiveNumber: string | undefined, grossCents: number) => ({
  type: 'PayoutPaid',
  data: {
    agentId: 7,
    paidOn: '2026-11-12',
    grossCents,
    payeCents: grossCents / 10,
    nettCents: (grossCents * 9) / 10,
    adjustments: [],
    treatment: {
      kind: directiveNumber ? 'directive' : 'paye',
      rate: 0.1,
      ...(directiveNumber ? { directiveNumber } : {}),
    },
  },
});

function rowsAfter(...events: { type: string; data: object }[]): TaxRow[] {
  const rows = new Map<string, TaxRow | null>();
  for (const each of events) {
    const event = each as unknown as FoldEvent<never>;
    for (const key of tax.keys(event)) rows.set(key, tax.evolve(rows.get(key) ?? null, event, key));
  }
  return [...rows.values()].filter((row) => row !== null);
}

test('two directives of one month have a row each, and both are on the certificate', () => {
  const first = paid('111', 100_00);
  const returned = { type: 'PayoutReturned', data: { ...first.data, returnedOn: '2026-11-20' } };
  const rows = rowsAfter(first, paid('222', 200_00), paid('111', 50_00), returned, paid(undefined, 400_00));
  expect(rows.map(({ id, directiveNumber, grossCents }) => [id, directiveNumber, grossCents])).toEqual([
    ['7:2026-11:directive:111', '111', 50_00],
    ['7:2026-11:directive:222', '222', 200_00],
    ['7:2026-11:paye', null, 400_00],
  ]);
  const { years } = certifiableYears(rows);
  expect(years).toMatchObject([
    { directiveNumbers: ['111', '222'], grossCents: 650_00, months: [{ month: '2026-11' }] },
  ]);
});

test.each([
  ['a contractor', { kind: 'independent-contractor', rate: 0 }, 0, 'independent-contractor', 'IT3(a)'],
  ['a contractor with PAYE deducted', { kind: 'independent-contractor', rate: 0 }, 10_00, 'paye', 'IRP5'],
  ['a directive', { kind: 'directive', rate: 0.1, directiveNumber: '111' }, 10_00, 'directive', 'IRP5'],
  ['a balance recorded before treatments existed', undefined, 10_00, 'paye', 'IRP5'],
])('payments of the previous system to %s are certified by their treatment', (_whom, treatment, paye, kind, type) => {
  const data = { agentId: 7, asOf: '2026-10-31', payeRate: 0.25, taxYear: 2027, grossCents: 0, payeCents: 0 };
  const year = { grossThisTaxYearCents: 100_00, payeThisTaxYearCents: paye };
  const rows = rowsAfter({
    type: 'OpeningBalanceTaken',
    data: { ...data, ...year, nettCents: 0, paidCents: 90_00, ...(treatment && { treatment }) },
  });
  expect(rows).toMatchObject([
    {
      id: '7:2026-10:opening',
      kind,
      isOpening: true,
      directiveNumber: kind === 'directive' ? '111' : null,
      grossCents: 100_00,
      nettCents: 100_00 - paye,
    },
  ]);
  expect(certifiableYears(rows).years).toMatchObject([{ type, grossCents: 100_00, payeCents: paye }]);
});

const CONTRACTOR: TreatmentUsed = { kind: 'independent-contractor', rate: 0 };

/** An agent's account with decisions and payments in April and May. */
function account() {
  const ledger = new Ledger();
  const about = { agentId: AGENT, today: '2026-04-01' };
  const decisionNos = new Map<string, number>();
  return {
    events: ledger.events,
    decide: (reservationNo: string, grossCents: number) => {
      const decisionNo = (decisionNos.get(reservationNo) ?? 0) + 1;
      decisionNos.set(reservationNo, decisionNo);
      const status = grossCents === 0 ? 'Declined' : 'Earned';
      const decision = decisionOf(reservationNo, decisionNo, status, grossCents);
      ledger.do({ type: 'PostReward', ...about, decision });
    },
    correct: (adjustmentId: string, grossCents: number) =>
      ledger.do({
        type: 'AdjustAccount',
        ...about,
        adjustmentId,
        reason: 'Error',
        text: 'x',
        reservationNo: 'R1',
        grossCents,
        payeRate: null,
        treatmentRate: 0,
      }),
    /** The form of corrections by finance before they kept the PAYE of the corrected reward (docs/decisions/0019). */
    correctAsBefore: (adjustmentId: string, grossCents: number) => {
      const data = {
        agentId: AGENT,
        adjustmentId,
        reason: 'Error',
        text: 'x',
        reservationNo: 'R1',
        decisionNo: null,
        grossCents,
        payeCents: grossCents / 4,
        nettCents: (grossCents * 3) / 4,
        payeRate: 0.25,
        dated: about.today,
      };
      ledger.take({ type: 'AccountAdjusted', data: withAdjustmentCause(data) } as RewardsAccountEvent);
    },
    pay: (runId: string, treatment: TreatmentUsed, paidOn: string, whileAtTheBank = () => {}) => {
      ledger.do({
        type: 'ReservePayout',
        ...about,
        runId,
        cutOff: '2026-04-01',
        payDate: paidOn,
        treatment,
        minimumCents: 1,
      });
      whileAtTheBank();
      ledger.do({ type: 'SettlePayout', ...about, runId, answerId: runId, paidOn });
    },
    /** The bank returns a payment, and finance confirms the bank details. */
    sendBack: (runId: string, on: string) => {
      const about = { agentId: AGENT, returnedOn: on };
      ledger.do({ type: 'ReturnPayout', ...about, runId, answerId: `${runId}-back`, reason: 'closed' });
      ledger.releaseHolds(on);
    },
  };
}
/** An account with a payment of reservation R1 in April. */
function paidUnder(treatment: TreatmentUsed) {
  const agent = account();
  agent.decide('R1', 1000_00);
  agent.pay('run1', treatment, '2026-04-02');
  return agent;
}
const figures = (...events: Parameters<typeof rowsAfter>) =>
  rowsAfter(...events.filter(({ type }) => tax.eventTypes.includes(type as never)))
    .map(({ month, kind, grossCents, payeCents }) => [month, kind, grossCents, payeCents])
    .filter(([, , gross, paye]) => gross !== 0 || paye !== 0);
const certified = (...events: Parameters<typeof rowsAfter>) =>
  certifiableYears(rowsAfter(...events.filter(({ type }) => tax.eventTypes.includes(type as never)))).years.map(
    ({ type, grossCents, payeCents }) => [type, grossCents, payeCents],
  );

test.each([
  ['PAYE', PAYE, CONTRACTOR, 250_00, [['IT3(a)', 3000_00, 0]]],
  ['no PAYE', CONTRACTOR, PAYE, 0, [['IRP5', 3000_00, 750_00]]],
])(
  'an amount paid under %s and recovered under another treatment is deducted from the first',
  (_what, first, second, paye, expected) => {
    const agent = paidUnder(first);
    agent.decide('R1', 0);
    agent.decide('R2', 3000_00);
    agent.pay('run2', second, '2026-05-02');
    expect(figures(...agent.events)).toEqual([
      ['2026-04', first.kind, 1000_00, paye],
      ['2026-05', second.kind, 3000_00, second === PAYE ? 750_00 : 0],
      ['2026-05', first.kind, -1000_00, -paye || 0],
    ]);
    expect(certified(...agent.events)).toEqual(expected);
  },
);

test('removes the correction of another treatment when its payment is returned, and adds it to the next', () => {
  const agent = paidUnder(PAYE);
  agent.decide('R1', 0);
  agent.decide('R2', 3000_00);
  agent.pay('run2', CONTRACTOR, '2026-05-02');
  agent.sendBack('run2', '2026-05-10');
  expect(figures(...agent.events)).toEqual([['2026-04', 'paye', 1000_00, 250_00]]);
  agent.sendBack('run1', '2026-05-11');
  agent.pay('run3', CONTRACTOR, '2026-06-02');
  expect(certified(...agent.events)).toEqual([['IT3(a)', 3000_00, 0]]);
});

test('the reversal of a correction counts under the treatment of its payment', () => {
  const agent = paidUnder(PAYE);
  agent.correctAsBefore('c1', 400_00);
  agent.pay('run2', CONTRACTOR, '2026-05-02');
  agent.decide('R1', 2000_00);
  agent.pay('run3', CONTRACTOR, '2026-06-02');
  expect(figures(...agent.events)).toEqual([
    ['2026-04', 'paye', 1000_00, 250_00],
    ['2026-05', 'independent-contractor', 400_00, 0],
    ['2026-06', 'independent-contractor', -400_00, 0],
    ['2026-06', 'paye', 1000_00, 250_00],
  ]);
});

test('a correction of a paid reward counts under the treatment of its payment', () => {
  const agent = paidUnder(PAYE);
  agent.correct('c1', 400_00);
  agent.pay('run2', CONTRACTOR, '2026-05-02');
  expect(figures(...agent.events)).toEqual([
    ['2026-04', 'paye', 1000_00, 250_00],
    ['2026-05', 'paye', 400_00, 100_00],
  ]);
  expect(certified(...agent.events)).toEqual([['IRP5', 1400_00, 350_00]]);
});

test('a correction booked while the reward is at the bank counts under the treatment of that payment', () => {
  const agent = account();
  agent.decide('R1', 1000_00);
  agent.pay('run1', PAYE, '2026-04-02', () => agent.correct('c1', 400_00));
  agent.pay('run2', CONTRACTOR, '2026-05-02');
  expect(figures(...agent.events)).toEqual([
    ['2026-04', 'paye', 1000_00, 250_00],
    ['2026-05', 'paye', 400_00, 100_00],
  ]);
});

test('corrections that were paid under several treatments are reversed under each', () => {
  const agent = account();
  agent.decide('R1', 1000_00);
  agent.pay('run1', PAYE, '2026-04-02');
  agent.correctAsBefore('c1', 400_00);
  agent.pay('run2', CONTRACTOR, '2026-04-03');
  agent.correct('c2', 200_00);
  agent.pay('run3', CONTRACTOR, '2026-04-04');
  expect(figures(...agent.events)).toEqual([
    ['2026-04', 'paye', 1200_00, 300_00],
    ['2026-04', 'independent-contractor', 400_00, 0],
  ]);
  agent.decide('R1', 1500_00);
  agent.decide('R2', 1000_00);
  agent.pay('run4', CONTRACTOR, '2026-04-05');
  expect(figures(...agent.events)).toEqual([
    ['2026-04', 'paye', 1500_00, 375_00],
    ['2026-04', 'independent-contractor', 1000_00, 0],
  ]);
});

test('a correction that was reversed while it was at the bank leaves no tax once its payment is returned', () => {
  const agent = account();
  agent.decide('R1', 1000_00);
  agent.correctAsBefore('c1', 400_00);
  agent.pay('run1', CONTRACTOR, '2026-04-02', () => agent.decide('R1', 1200_00));
  agent.sendBack('run1', '2026-04-03');
  agent.pay('run2', PAYE, '2026-04-04');
  expect(figures(...agent.events)).toEqual([['2026-04', 'paye', 1200_00, 300_00]]);
});

test('a line frozen before corrections had a treatment is reversed as paid', () => {
  const agent = paidUnder(PAYE);
  agent.decide('R1', 0);
  agent.decide('R2', 3000_00);
  agent.pay('run2', CONTRACTOR, '2026-05-02');
  const old = new Ledger();
  for (const event of agent.events) {
    const isPayout = event.type === 'PayoutReserved' || event.type === 'PayoutPaid';
    const adjustments = isPayout ? event.data.adjustments.map(({ treatment, ...each }) => each) : [];
    const stored = isPayout ? { ...event, data: { ...event.data, adjustments } } : event;
    old.state = rewardsAccountDecider.evolve(old.state, stored as RewardsAccountEvent);
    old.events.push(stored as RewardsAccountEvent);
  }
  const about = { agentId: AGENT, returnedOn: '2026-05-10' };
  const command = { type: 'ReturnPayout', ...about, runId: 'run2', answerId: 'back', reason: 'closed' } as const;
  const back = decideTimed(rewardsAccountDecider, command, old.state);
  expect(figures(...old.events)).toContainEqual(['2026-05', 'independent-contractor', 2000_00, -250_00]);
  expect(figures(...old.events, ...back)).toEqual([['2026-04', 'paye', 1000_00, 250_00]]);
});
