import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../calendar.ts';
import { journalEntryOf, linesOf } from '../ledger/journal.ts';
import { correctedBy } from '../rewards-account/corrections-in-force.ts';
import { propertyRuns } from '../testing/property-runs.ts';
import { Programme } from './testing/programme.ts';
import { step } from './testing/steps.ts';

/** Compares before it calls `expect`, which is slow: a history has dozens of comparisons. */
const same = (actual: number, expected: number, what: string): void => {
  if (actual !== expected) expect(actual, what).toBe(expected);
};

describe('a simulated programme', () => {
  it('keeps every cent over any history of facts, policies, treatments, payouts and corrections', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.nat(20)), { maxLength: 70, size: 'max' }), (steps) => {
        const programme = new Programme();
        const { ledger } = programme;
        const journal = new Map<string, number>();
        let booked = 0;
        for (const [each, days] of steps) {
          programme.today = addDays(programme.today, days);
          programme.take(each);
          const { state } = ledger;
          for (const event of ledger.events.slice(booked)) {
            const entry = journalEntryOf(event);
            for (const { account, debitCents, creditCents } of entry ? linesOf(entry.kind, entry) : [])
              journal.set(account, (journal.get(account) ?? 0) + debitCents - creditCents);
          }
          booked = ledger.events.length;
          same(
            [...journal.values()].reduce((all, each) => all + each, 0),
            0,
            'debits equal credits',
          );
          same(0 - (journal.get('payable') ?? 0), state.balanceCents, 'the journal equals the balance');
          const paid = [...programme.runs.values()].filter((run) => run.state === 'paid');
          same(
            state.paidCents,
            paid.reduce((sum, { nett }) => sum + nett, 0),
            'the paid total equals the runs',
          );
          let due = 0;
          for (const [reservationNo, { decision }] of programme.rentals) {
            const reward = state.rewards.get(reservationNo);
            // A paid reward on hold is owed no more before its release.
            if (reward?.status === 'Paid' && decision?.status === 'Pending')
              due += Math.min(reward.grossCents, decision.grossCents);
            else if (reward?.status !== 'Expired') due += decision?.grossCents ?? 0;
            due += correctedBy(state, reservationNo).grossCents;
          }
          let unpaid = 0;
          for (const [, reward] of state.rewards.entries())
            if (reward.status === 'Earned' || reward.status === 'Pending') unpaid += reward.grossCents;
          for (const [, entry] of state.adjustments.entries())
            if (entry.state !== 'settled') unpaid += entry.grossCents;
          same(due, paid.reduce((sum, { gross }) => sum + gross, 0) + unpaid, 'gross due is paid or unpaid');
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('corrects nothing where nothing is assumed', () => {
    const nothing = { from: '2026-01-01', to: '2027-12-31', policy: null, promotions: [], reassess: null };
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.nat(20)), { maxLength: 50, size: 'max' }), (steps) => {
        const programme = new Programme();
        for (const [each, days] of steps) {
          programme.today = addDays(programme.today, days);
          // After a back-dated change the current terms differ from those of the decisions.
          if (each.do !== 'policy' && each.do !== 'rate') programme.take(each);
        }
        const before = programme.ledger.events.length;
        programme.take({ do: 'correct', definition: nothing });
        expect(programme.ledger.events.length).toBe(before);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
