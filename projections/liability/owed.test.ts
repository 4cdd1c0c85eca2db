import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { evolveAgent, noAgent } from '@fynbos/domain/agent/state.ts';
import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import { COUNTRY_CODES, isHome } from '@fynbos/domain/country/countries.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { blocksOf } from '@fynbos/domain/payout-run/payability.ts';
import { INITIAL_TERMS } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { propertyRuns } from '@fynbos/domain/testing/property-runs.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { type AgentRow, agents } from '../agents/agents.ts';
import type { FoldEvent } from '../engine/projection.ts';
import { owedSql, owedValues } from './owed.ts';

const AT = new Date('2026-11-25T08:00:00.000Z');

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const rowOf = (id: number, events: readonly AgentEvent[]): AgentRow =>
  events.reduce<AgentRow | null>((row, event, revision) => {
    const metadata = { recordedAt: AT.toISOString() };
    const folded = { ...event, metadata, streamId: `agent-${id}`, revision };
    return agents.evolve(row, folded as unknown as FoldEvent<AgentEvent>, String(id));
  }, null) as AgentRow;

/** Rows as a table of a query. */
const table = (columns: Readonly<Record<string, string>>, rows: readonly object[]): string => {
  const list = Object.entries(columns).map(([name, type]) => `"${name}" ${type.replace(/ collate.*/, '')}`);
  return `(select * from jsonb_to_recordset('${JSON.stringify(rows)}') as t(${list.join(', ')}))`;
};

const BALANCE = {
  agentId: 'int',
  loyaltyTrackingNo: 'text',
  balanceCents: 'bigint',
  runId: 'text',
  holds: 'int',
  isMinimumWaived: 'boolean',
};
const REWARD = { agentId: 'int', nettCents: 'bigint', invoiceDate: 'text', status: 'text' };

const hoursAgo = fc
  .integer({ min: 1, max: 200 })
  .map((hours) => new Date(AT.getTime() - hours * HOUR_MS).toISOString());
const person = fc.record({
  taxCountry: fc.constantFrom(...COUNTRY_CODES),
  bankCountry: fc.constantFrom('RSA', 'NMB'),
  bankName: fc.constantFrom('FNB', 'FNB', ''),
  bankChangedAt: hoursAgo,
  isActive: fc.boolean(),
  isOnHold: fc.boolean(),
  termsAccepted: fc.boolean(),
  employerConsent: fc.boolean(),
  taxNumberValid: fc.boolean(),
  treatments: fc.array(fc.constantFrom('2026-03-01', '2026-11-25', '2026-11-26', '2027-03-01'), { maxLength: 3 }),
});

test('the reason in SQL equals that of a payout run, for random agents and policies (O4, T17)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { minLength: 1, maxLength: 30 }),
      fc.option(fc.subarray([...COUNTRY_CODES]), { nil: undefined }),
      async (people, treatmentCountries) => {
        const terms = { ...INITIAL_TERMS, treatmentCountries };
        const all = people.map(({ treatments, taxCountry, bankCountry, bankName, isActive, ...one }, at) => {
          const bank = { bankName, bankCountry, bankAccountHolderName: 'T Nkosi', bankAccountNumber: '62001234567' };
          const personal = { details: { taxCountry }, bank: { ...bank, branchCode: '250655', branchName: '' } };
          const registered = { ...one, agentId: at + 1, source: 'self', registeredAt: AT.toISOString(), personal };
          const activated = { loyaltyTrackingNo: `FT${at}`, activeFrom: '2026-05-04', activatedAt: AT.toISOString() };
          return [
            { type: 'AgentRegistered', data: registered },
            ...(isActive ? [{ type: 'AgentActivated', data: activated }] : []),
            ...treatments.map((effectiveFrom) => ({
              type: 'TaxTreatmentSet',
              data: { effectiveFrom, treatment: { kind: 'paye' } },
            })),
          ] as unknown as AgentEvent[];
        });
        const expected = all.map((events, at) => {
          const agent = fold({ evolve: evolveAgent }, noAgent, events);
          const batch = isHome(agent.bank?.bankCountry) ? 'eft' : 'cross-border';
          const on = { ...terms, batch, at: AT.toISOString() } as const;
          return [...blocksOf(agent, people[at]?.isOnHold ?? false, on)][0] ?? 'Payable';
        });
        const sql = owedSql({
          balances: table(
            BALANCE,
            people.map(({ isOnHold }, at) => ({ agentId: at + 1, balanceCents: 500_00, holds: Number(isOnHold) })),
          ),
          incentives: table(REWARD, []),
          agents: table(
            agents.columns,
            all.map((events, at) => rowOf(at + 1, events)),
          ),
        });
        const { rows } = await database
          .pool()
          .query(`${sql} select standing from positions order by "agentId"`, owedValues(AT, terms));
        expect(rows.map(({ standing }) => standing)).toEqual(expected);
      },
    ),
    { numRuns: propertyRuns(40) },
  );
});
