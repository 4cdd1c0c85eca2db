import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../testing/property-runs.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import type { RewardsAccountEvent } from './events.ts';
import { rewardsAccountDecider as decider, type RewardsAccountCommand } from './rewards-account.ts';
import { emptyAccount, type RewardsAccount } from './state.ts';
import { AGENT, decisionOf, Ledger, PAYE } from './testing/ledger.ts';

const MEBIBYTE = 1024 ** 2;
/** The size of an event's metadata and envelope, without its data. */
const ENVELOPE = 600;
const about = { agentId: AGENT, today: '2026-04-01' };
const line = { ...about, runId: 'run1', answerId: 'a' };
const reserve: Timed<RewardsAccountCommand> = {
  type: 'ReservePayout',
  ...about,
  runId: 'run1',
  cutOff: '2026-04-01',
  payDate: '2026-04-02',
  treatment: PAYE,
  minimumCents: 100_00,
};
const settle: Timed<RewardsAccountCommand> = { type: 'SettlePayout', ...line, paidOn: '2026-04-02' };
const sendBack: Timed<RewardsAccountCommand> = {
  type: 'ReturnPayout',
  ...line,
  answerId: 'b',
  returnedOn: about.today,
  reason: 'closed',
};
/** A reservation number of maximum length. */
const nameOf = (n: number): string => `RES-${n}-`.padEnd(64, 'X');

const bytesOf = (events: readonly RewardsAccountEvent[]): number =>
  events.reduce((sum, event) => sum + JSON.stringify(event).length + ENVELOPE, 0);

/** An account with rewards of R200 each, without the checks after every entry. */
class LargeAccount {
  state: RewardsAccount = emptyAccount;

  constructor(rewards: number) {
    for (let n = 0; n < rewards; n++)
      this.run({ type: 'PostReward', ...about, decision: decisionOf(nameOf(n), 1, 'Earned', 200_00) });
  }

  /** Runs a command once. */
  run(command: Timed<RewardsAccountCommand>): readonly RewardsAccountEvent[] {
    const events = decideTimed(decider, command, this.state);
    for (const event of events) this.state = decider.evolve(this.state, event);
    return events;
  }
}

describe('an account of 12 000 rewards', () => {
  it('is held, paid and returned in appends below the mebibyte of a store', () => {
    const account = new LargeAccount(12_000);
    const whole = (command: Timed<RewardsAccountCommand>): RewardsAccountEvent[] => {
      const all: RewardsAccountEvent[] = [];
      for (;;) {
        const events = account.run(command);
        if (events.length === 0) return all;
        expect(bytesOf(events)).toBeLessThan(0.8 * MEBIBYTE);
        all.push(...events);
      }
    };
    expect(whole(reserve)).toHaveLength(12);
    expect(whole(settle)).toHaveLength(12);
    expect(account.state).toMatchObject({
      balanceCents: 0,
      earnedCents: 0,
      paidCents: 12_000 * 150_00,
      reservation: null,
    });
    // Twelve parts, and the hold after them.
    expect(whole(sendBack)).toHaveLength(13);
    expect(account.state).toMatchObject({ balanceCents: 12_000 * 150_00, earnedCents: 12_000 * 150_00, paidCents: 0 });
    expect(account.state.payouts.get('run1')?.outcome).toBe('returned');
  });

  it('is held in appends as small where every reversed reward was paid under another treatment', () => {
    const account = new LargeAccount(4500);
    const directive = { kind: 'directive', rate: 0.25, directiveNumber: '1234567890123456' };
    for (const command of [{ ...reserve, treatment: directive }, settle]) while (account.run(command).length > 0);
    const post = (decision: ReturnType<typeof decisionOf>) => account.run({ type: 'PostReward', ...about, decision });
    for (let n = 0; n < 4500; n++) post(decisionOf(nameOf(n), 2, 'Declined', 0));
    post(decisionOf(nameOf(4500), 1, 'Earned', 4500 * 300_00));
    const held = account.run({ ...reserve, runId: 'run2' });
    expect(held[0]).toMatchObject({
      data: { adjustments: expect.arrayContaining([expect.objectContaining({ treatment: directive })]) },
    });
    expect(bytesOf(held)).toBeLessThan(0.8 * MEBIBYTE);
  });

  it('is paid in equally small appends if every reward was credited after the file went to the bank', () => {
    const account = new LargeAccount(3000);
    while (account.run(reserve).length > 0);
    for (let n = 0; n < 3000; n++)
      account.run({ type: 'PostReward', ...about, decision: decisionOf(nameOf(n), 2, 'Declined', 0) });
    expect(account.state).toMatchObject({ balanceCents: 0, earnedCents: 0 });
    for (let events = account.run(settle); events.length > 0; events = account.run(settle))
      expect(bytesOf(events)).toBeLessThan(0.8 * MEBIBYTE);
    expect(account.state).toMatchObject({ balanceCents: -3000 * 150_00, paidCents: 3000 * 150_00, reservation: null });
  });
});

it('keeps the total of a large line to the cent, also when interrupted between its parts', () => {
  const change = fc.record({
    before: fc.constantFrom('reserve' as const, 'settle' as const, 'return' as const),
    step: fc.nat(1),
    rental: fc.nat(5200),
    status: fc.constantFrom('Earned' as const, 'Declined' as const),
    gross: fc.integer({ min: 50_01, max: 900_99 }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12, size: 'max' }), fc.constantFrom(0.25, 0, 0.4), (changes, rate) => {
      const ledger = new Ledger();
      for (let n = 0; n < 5000; n++)
        ledger.once({ type: 'PostReward', ...about, decision: decisionOf(`R${n}`, 1, 'Earned', 200_00) });
      let no = 1;
      const phase = (name: 'reserve' | 'settle' | 'return', command: Timed<RewardsAccountCommand>) => {
        for (let step = 0; ; step++) {
          for (const each of changes) {
            if (each.before !== name || each.step !== step) continue;
            no++;
            const decision = decisionOf(`R${each.rental}`, no, each.status, each.gross);
            ledger.once({ type: 'PostReward', ...about, decision });
          }
          if (ledger.once(command).length === 0) return;
        }
      };
      phase('reserve', { ...reserve, treatment: { ...PAYE, rate } } as Timed<RewardsAccountCommand>);
      const { reservation } = ledger.state;
      expect(reservation?.isComplete).toBe(true);
      phase('settle', settle);
      expect(ledger.state.reservation).toBeNull();
      expect(ledger.state.paidCents).toBe(reservation?.nettCents);
      phase('return', sendBack);
      expect(ledger.state.paidCents).toBe(0);
      const dueGross = [...ledger.state.rewards.entries()].reduce(
        (sum, [, { status, grossCents }]) => sum + (status === 'Earned' ? grossCents : 0),
        0,
      );
      const openGross = [...ledger.state.adjustments.entries()].reduce((sum, [, each]) => sum + each.grossCents, 0);
      const newest = new Map<string, number>();
      for (let n = 0; n < 5000; n++) newest.set(`R${n}`, 200_00);
      for (const name of ['reserve', 'settle', 'return'])
        for (const step of [0, 1])
          for (const each of changes)
            if (each.before === name && each.step === step)
              newest.set(`R${each.rental}`, each.status === 'Declined' ? 0 : each.gross);
      expect(dueGross + openGross).toBe([...newest.values()].reduce((sum, cents) => sum + cents, 0));
    }),
    { numRuns: propertyRuns(12) },
  );
});
