import { expect, test } from 'vitest';
import { NO_BANK_ACCOUNT, NO_DETAILS } from '../agent/details.ts';
import { type AgentState, noAgent } from '../agent/state.ts';
import type { TreatmentFrom } from '../agent/tax-treatment.ts';
import { blocksOf, lineBlockedBy, type PayoutTerms } from './payability.ts';

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
] as const)(
  'requires a tax treatment of today where the policy does: %s (T17)',
  (_name, taxCountry, treatments, isBlocked) => {
    const details = { ...NO_DETAILS, taxCountry };
    const agent: AgentState = { ...noAgent, status: 'registered', treatments, details };
    expect([...blocksOf(agent, false, TERMS)].includes('TaxTreatmentMissing')).toBe(isBlocked);
    expect([...blocksOf(agent, false, { ...TERMS, treatmentCountries: [] })]).not.toContain('TaxTreatmentMissing');
  },
);

test.each([
  ['within 72 hours', '2026-11-22T08:00:00.001Z', true],
  ['72 hours ago', '2026-11-22T08:00:00.000Z', false],
] as const)(
  'blocks an agent for 72 hours after the bank account and contact changed: %s (O7, O8)',
  (_name, changedAt, isBlocked) => {
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
  },
);

test.each([
  ['as it was', {}, null],
  [
    'of an agent who changed the bank account since then',
    { bankChangedAt: '2026-11-20T08:00:00.001Z' },
    'BankAccountCooling',
  ],
  [
    'of an agent with another treatment',
    { treatments: [from('2026-11-26', { kind: 'company-payee' })] },
    'TaxTreatmentChanged',
  ],
  [
    'of an agent with that treatment after the pay date',
    { treatments: [from('2026-11-27', { kind: 'company-payee' })] },
    null,
  ],
] as const)('checks the frozen line %s (O6, O7)', (_name, changed, reason) => {
  const bank = { ...NO_BANK_ACCOUNT, bankName: 'Absa', bankAccountHolderName: 'T Nkosi', branchCode: '632005' };
  const agent: AgentState = {
    ...noAgent,
    status: 'active',
    loyaltyTrackingNo: 'FT1',
    activeFrom: '2026-01-05',
    details: { ...NO_DETAILS, taxCountry: 'RSA' },
    bank: { ...bank, bankAccountNumber: '62001234567', bankCountry: 'RSA' },
    taxNumberValid: true,
    consents: { terms: true, employer: true, marketing: false },
    ...changed,
  };
  const line = { reservedAt: '2026-11-20T08:00:00.000Z', treatment: { kind: 'paye', rate: 0.25 } };
  const terms = { ...TERMS, runId: 'r1', payDate: '2026-11-26', payeRate: 0.25 };
  expect(lineBlockedBy(agent, line, false, terms)).toBe(reason);
});
