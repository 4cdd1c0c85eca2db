import { readAgentLine } from '@fynbos/api/agents/import-agent-line.ts';
import { registrationBody, warningsOf } from '@fynbos/api/agents/registration-routes.ts';
import { rentalEventParser } from '@fynbos/api/rentals/parse-rental-event.ts';
import { bankListDecider } from '@fynbos/domain/bank-list/bank-list.ts';
import { BANKS } from '@fynbos/domain/bank-list/banks.ts';
import { addDays, monthOf, startOfDay } from '@fynbos/domain/calendar.ts';
import { COUNTRY_CODES, countryOf } from '@fynbos/domain/country/countries.ts';
import { codeKey } from '@fynbos/domain/promotion/promotion.ts';
import { isActiveOn } from '@fynbos/domain/promotion/state.ts';
import { type Assessment, assess, type References } from '@fynbos/domain/rental/assess.ts';
import { decisionStatuses, reasonCodes } from '@fynbos/domain/rental/reasons.ts';
import { rentalDecider } from '@fynbos/domain/rental/rental.ts';
import type { Rental } from '@fynbos/domain/rental/state.ts';
import { INITIAL_TERMS } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { knownBankOf } from '../../../services/application/reward-policy/programme-lists.ts';
import { SEED } from '../load.ts';
import type { DemoAgent } from './agents.ts';
import { type DemoData, makeDemoData } from './demo-data.ts';
import { plannedState } from './promotions.ts';
import type { DemoFact } from './rental-facts.ts';

const wanted = { seed: SEED, scale: 1, today: '2026-07-15' } as const;
const data = makeDemoData(wanted);

const trackingNoOf = ({ key, loyaltyTrackingNo }: DemoAgent): string => loyaltyTrackingNo ?? `issued-${key}`;
const sent = ({ body, agentKey }: DemoFact): object =>
  agentKey === undefined ? body : { ...body, loyaltyTrackingNo: `issued-${agentKey}` };

/** Decisions of the domain for all facts, by reservation. */
function decisionsOf({ facts, promotions, agents }: DemoData): Assessment[] {
  const rentals = new Map<string, Rental>();
  for (const fact of facts) {
    const sentAt = new Date(startOfDay(fact.sentOn).getTime() + 7_200_000);
    const parsed = rentalEventParser({ keyedHash: (_purpose, content) => content }, 'i', sentAt)(sent(fact));
    if (!parsed.ok) throw new Error(JSON.stringify([fact, parsed.errors]));
    const { reservationNo } = parsed.fact.data;
    const state = rentals.get(reservationNo) ?? rentalDecider.initial;
    rentals.set(reservationNo, rentalDecider.evolve(state, parsed.fact));
  }
  const states = new Map(promotions.map((plan) => [codeKey(plan.promoCode), plannedState(plan)]));
  const numbers = new Map(agents.map((agent, index) => [trackingNoOf(agent), index + 1]));
  const references: References = {
    policy: { versions: [{ version: 1, effectiveFrom: null, terms: INITIAL_TERMS }] },
    promotionOf: (code) => states.get(code),
    agentOf: (number) => numbers.get(number),
    treatmentOf: (_agentId, _day, rate) => ({ kind: 'paye', rate }),
  };
  return [...rentals.values()].flatMap((rental) => assess(rental, references) ?? []);
}

describe('the demo’s data', () => {
  it('is equal for the same seed and day, and different for another seed', () => {
    expect(makeDemoData(wanted)).toEqual(data);
    expect(makeDemoData({ ...wanted, scale: 0.1 })).toEqual(makeDemoData({ ...wanted, scale: 0.1 }));
    expect(makeDemoData({ ...wanted, seed: SEED + 1 }).agents).not.toEqual(data.agents);
  });

  it('has as much data as its scale, from thirteen months ago to yesterday', () => {
    expect(data.agents).toHaveLength(140);
    expect(data.facts.length).toBeGreaterThan(8_500);
    expect(data.facts.length).toBeLessThan(10_000);
    expect(data.promotions).toHaveLength(14);
    expect([data.first, data.last]).toEqual(['2025-06-15', '2026-07-14']);
    const days = data.facts.map(({ sentOn }) => sentOn);
    expect([...days].sort()).toEqual(days);
    expect(days[0]?.slice(0, 7)).toBe('2025-06');
    expect(days.at(-1)).toBe(data.last);
    expect(makeDemoData({ ...wanted, scale: 2 }).facts.length).toBeGreaterThan(17_000);
  });

  it('has agents who pass every rule of registration and migration, with unique numbers', () => {
    const known = knownBankOf(bankListDecider.initial, data.first);
    for (const { form, how, loyaltyTrackingNo, joinedOn } of data.agents) {
      const consents = { termsAndConditions: 'Y', employerConsent: 'Y' };
      const secret = { password: 'Fynbos-Demo-1!', confirmPassword: 'Fynbos-Demo-1!' };
      const parsed = registrationBody.safeParse({ ...form, ...consents, ...secret });
      expect(parsed.error?.issues ?? [], JSON.stringify(form)).toEqual([]);
      if (how !== 'founding' && how !== 'joining') continue;
      const line = { type: 'agent', ...form, ...consents, loyaltyTrackingNo, activeFrom: joinedOn };
      expect(readAgentLine(line, known)).toMatchObject({ loyaltyTrackingNo, details: { surname: form.surname } });
    }
    for (const field of ['emailAddress', 'idNumber', 'cellNumber'] as const)
      expect(new Set(data.agents.map(({ form }) => form[field])).size).toBe(data.agents.length);
    // All but two, who share an account.
    expect(new Set(data.agents.map(({ form }) => form.bankAccountNumber)).size).toBe(data.agents.length - 1);
  });

  it('has phone numbers in valid ranges, listed banks, and fictional addresses', () => {
    for (const { form } of data.agents) {
      const iso = countryOf(form.taxCountry)?.iso ?? 'ZA';
      expect(isValidPhoneNumber(`+${form.countryDialCode}${form.cellNumber}`), form.cellNumber).toBe(true);
      expect(parsePhoneNumberFromString(form.telephoneNumber, iso)?.isValid(), form.telephoneNumber).toBe(true);
      if (form.bankName !== 'OTHER')
        expect(BANKS.find(({ branchCode }) => branchCode === form.branchCode)?.name).toBe(form.bankName);
      expect(form.emailAddress).toMatch(/\.example$/);
    }
    const countries = new Set(data.agents.map(({ form }) => form.taxCountry));
    expect([...countries].sort()).toEqual([...COUNTRY_CODES].sort());
  });

  it('has a few tax numbers that block a payout, and mostly valid ones', () => {
    const bad = data.agents.filter(({ form }) =>
      warningsOf(form as Parameters<typeof warningsOf>[0]).some(({ field }) => field === 'taxNumber'),
    );
    expect(bad.length).toBeGreaterThan(2);
    expect(bad.length).toBeLessThan(15);
  });

  it('has rental events that the API accepts and that cover every status and reason', () => {
    const decisions = decisionsOf(data);
    const found = new Set(decisions.map(({ reason }) => reason));
    expect(reasonCodes.filter((reason) => !found.has(reason))).toEqual([]);
    expect(new Set(decisions.map(({ status }) => status))).toEqual(new Set(decisionStatuses));
    const earned = decisions.filter(({ status }) => status === 'Earned').length / decisions.length;
    expect(earned).toBeGreaterThan(0.75);
    expect(earned).toBeLessThan(0.92);
  });

  it('has reservations before their invoice for each sample agent, and one with a problem', () => {
    const booked = data.facts.filter(({ body }) => body.type === 'reservation');
    const known = data.agents.filter(({ how }) => how === 'registered').slice(0, 3);
    for (const { key } of known) {
      const own = booked.filter(({ agentKey }) => agentKey === key);
      expect(own.length).toBeGreaterThan(1);
      for (const { body } of own) expect(body).toMatchObject({ pickUpOn: expect.toSatisfy((day) => day > data.last) });
    }
    const codes = new Map(data.promotions.map((plan) => [plan.promoCode, plannedState(plan)]));
    const qualifies = ({ body }: DemoFact): boolean => {
      const { promoCode, reservedOn } = body.reservation as { promoCode: string | null; reservedOn: string };
      const promotion = codes.get(promoCode ?? '');
      return promotion !== undefined && isActiveOn(promotion, reservedOn);
    };
    expect(booked.some(qualifies)).toBe(true);
    for (const { key } of known)
      expect(booked.filter(({ agentKey }) => agentKey === key).filter((fact) => !qualifies(fact))).toHaveLength(1);
  });

  it('has seasons, a few top earners, and a sample agent with rewards in each of the last twelve months', () => {
    const inMonth = (month: string) => data.rentals.filter(({ pickedUpOn }) => monthOf(pickedUpOn) === month).length;
    expect(inMonth('2025-12')).toBeGreaterThan(1.4 * inMonth('2026-02'));
    expect(inMonth('2026-04')).toBeGreaterThan(1.1 * inMonth('2026-05'));
    const counts = data.agents.map((agent) => data.rentals.filter((rental) => rental.agent === agent).length);
    const sorted = [...counts].sort((a, b) => b - a);
    const total = sorted.reduce((sum, count) => sum + count, 0);
    expect(sorted.slice(0, 14).reduce((sum, count) => sum + count, 0) / total).toBeGreaterThan(0.35);
    const [star] = data.agents.filter(({ how }) => how === 'registered');
    const months = new Set(
      data.rentals.filter(({ agent }) => agent === star).map(({ returnedOn }) => monthOf(returnedOn)),
    );
    expect(months.size).toBeGreaterThanOrEqual(12);
  });

  it('has current, ended, planned and switched promotions with changed rates', () => {
    const today = wanted.today;
    const states = data.promotions.map(plannedState);
    expect(states.filter((state) => isActiveOn(state, today)).length).toBeGreaterThan(3);
    expect(states.filter(({ endDate }) => endDate !== null && endDate < today).length).toBeGreaterThan(2);
    expect(states.filter(({ startDate }) => startDate > today).length).toBeGreaterThan(0);
    expect(states.filter(({ switches }) => switches.length > 1).length).toBeGreaterThan(2);
    expect(states.filter(({ rates }) => rates.length > 1).length).toBeGreaterThan(3);
    expect(states.some((state) => !isActiveOn(state, today) && state.endDate === null && state.startDate < today)).toBe(
      true,
    );
  });

  it('has referrals, enquiries and changes in each state, after their prerequisites', () => {
    const byKey = new Map(data.agents.map((agent) => [agent.key, agent]));
    for (const { by, on, becomes } of data.referrals) {
      expect(byKey.get(by)?.how).toBe('registered');
      expect((byKey.get(by)?.joinedOn ?? '') < on).toBe(true);
      if (becomes !== null) expect((byKey.get(becomes)?.joinedOn ?? '') > on).toBe(true);
    }
    const [, , third] = data.agents.filter(({ how }) => how === 'registered');
    expect(data.referrals.map(({ by }) => by)).not.toContain(third?.key);
    const bySelf = data.changes.filter((change) => 'by' in change && change.by === 'self');
    expect(bySelf.length).toBeGreaterThan(4);
    expect(bySelf.map(({ agent }) => agent)).not.toContain(third?.key);
    const becoming = new Set(data.referrals.map(({ becomes }) => (becomes === null ? null : byKey.get(becomes)?.how)));
    expect(becoming).toEqual(new Set([null, 'registered', 'waiting']));
    const ends = new Set(data.enquiries.map(({ handling }) => handling.at(-1)?.status ?? 'pending'));
    expect(ends).toEqual(new Set(['pending', 'Activated', 'Escalated', 'Resolved']));
    for (const { on, agent } of data.changes) expect((byKey.get(agent)?.joinedOn ?? '') < on).toBe(true);
    const kinds = new Set(
      data.changes.map((change) => ('second' in change ? `${change.kind} ${change.second}` : change.kind)),
    );
    expect(kinds).toEqual(new Set(['details', 'bank approve', 'bank reject', 'bank null', 'suspend', 'reinstate']));
  });

  it.each(['2026-01-03', '2026-04-05', '2026-11-21', '2027-02-28', '2027-03-02', '2027-03-23'])(
    'covers every reason on every start day: %s',
    (today) => {
      const there = makeDemoData({ seed: SEED, scale: 1, today });
      const found = new Set(decisionsOf(there).map(({ reason }) => reason));
      expect(reasonCodes.filter((reason) => !found.has(reason))).toEqual([]);
      expect(there.facts.every(({ sentOn }) => sentOn <= addDays(today, -1))).toBe(true);
      const { taxYear, on } = there.certificates;
      expect(on >= `${taxYear}-03-01` && on < today).toBe(true);
      const paid = there.payouts.filter(({ answer }) => answer !== null && answer.on < `${taxYear}-03-01`);
      expect(paid.length).toBeGreaterThan(0);
    },
  );
});
