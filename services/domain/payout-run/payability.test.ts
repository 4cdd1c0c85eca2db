import { expect, test } from 'vitest';
import { NO_DETAILS } from '../agent/details.ts';
import { type AgentState, noAgent } from '../agent/state.ts';
import type { TreatmentFrom } from '../agent/tax-treatment.ts';
import { blocksOf, type PayoutTerms } from './payability.ts';

const TERMS: PayoutTerms = {
  batch: 'eft',
  coolingHours: 72,
  treatmentCountries: ['NMB', 'BOT'],
  at: '2026-11-25T08:00:00.000Z',
};
const from = (effectiveFrom: string, treatment: TreatmentFrom['treatment'] = { kind: 'paye' }): TreatmentFrom => ({
  effectiveFrom,
  treatment,
});

test.each([
  ['a required country without a treatment', 'NMB', [], true],
  [
    'a required country with a treatment of today',
    'NMB',
    [from('2026-11-25', { kind: 'non-resident', rate: 0.25 })],
    false,
  ],
  ['a required country with PAYE recorded', 'BOT', [from('2026-03-01')], false],
  ['a required country with a treatment of tomorrow', 'NMB', [from('2026-11-26')], true],
  ['a country that the policy does not name', 'LES', [], false],
  ['South Africa', 'RSA', [], false],
] as const)('an agent of %s (T17)', (_name, taxCountry, treatments, isBlocked) => {
  const details = { ...NO_DETAILS, taxCountry };
  const agent: AgentState = { ...noAgent, status: 'registered', treatments, details };
  expect([...blocksOf(agent, false, TERMS)].includes('TaxTreatmentMissing')).toBe(isBlocked);
  expect([...blocksOf(agent, false, { ...TERMS, treatmentCountries: [] })]).not.toContain('TaxTreatmentMissing');
});

test.each([
  ['within 72 hours', '2026-11-22T08:00:00.001Z', true],
  ['72 hours ago', '2026-11-22T08:00:00.000Z', false],
] as const)('an agent whose bank account and contact changed %s (O7, O8)', (_name, changedAt, isBlocked) => {
  const agent: AgentState = {
    ...noAgent,
    status: 'registered',
    details: { ...NO_DETAILS, taxCountry: 'RSA' },
    bankChangedAt: changedAt,
    contactChangedAt: changedAt,
  };
  const blocks = [...blocksOf(agent, false, TERMS)];
  expect(blocks.includes('BankAccountCooling')).toBe(isBlocked);
  expect(blocks.includes('ContactChanged')).toBe(isBlocked);
});
