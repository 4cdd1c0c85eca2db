import { describe, expect, it } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { translateWith } from '../i18n/T.tsx';
import { findingOf, questionOf } from './simulation.ts';

const translate = translateWith(i18nProvider.translate);

const nothing = { from: '2026-01-01', to: '2026-12-31', policy: null, promotions: [], reassess: null };
const codeOf = (id: string) => `CODE-${id}`;
const amounts = {
  grossCents: 0,
  payeCents: 0,
  nettCents: 0,
  assumedGrossCents: 0,
  assumedPayeCents: 0,
  assumedNettCents: 0,
};

describe('a what-if in words', () => {
  it('lists the assumed terms and their first day', () => {
    const policy = { effectiveFrom: '2026-01-01', minimumRewardCents: 60_00, expiryMonths: null };
    expect(translate(questionOf({ ...nothing, policy }, codeOf))).toBe(
      'a minimum reward of R60.00, no expiry from 1 Jan 2026',
    );
    const oneMonth = { effectiveFrom: '2026-01-01', expiryMonths: 1 };
    expect(translate(questionOf({ ...nothing, policy: oneMonth }, codeOf))).toBe(
      'expiry after 1 month from 1 Jan 2026',
    );
    const promotions = [{ promotionId: 'a', effectiveFrom: '2026-03-01', promoRate: 0.0725, isActive: false }];
    expect(translate(questionOf({ ...nothing, promotions }, codeOf))).toBe(
      'CODE-a with a rate of 7.25%, switched off from 1 Mar 2026',
    );
    expect(translate(questionOf({ ...nothing, reassess: { promotionId: 'b' } }, codeOf))).toContain(
      'CODE-b recalculated',
    );
  });

  it('states the result', () => {
    const totals = (reservations: number, nettCents: number) => ({
      ...amounts,
      reservations: 10,
      agents: 2,
      correction: { reservations, agents: 1, grossCents: 0, payeCents: 0, nettCents },
    });
    expect(translate(findingOf(totals(0, 0)))).toBe('No reward would change.');
    expect(translate(findingOf(totals(3, -7_50)))).toBe(
      'Agents would receive R7.50 less (nett). 3 of 10 reservations would change.',
    );
    expect(translate(findingOf(totals(3, 7_50)))).toContain('R7.50 more');
  });
});
