import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Estimate } from '../../api/types.ts';
import { EstimateResult } from './EstimateResult.tsx';

const estimate = (tkRevenueCents: number): Estimate => ({
  status: 'Earned',
  reason: null,
  rule: null,
  promoCode: 'KAROO20',
  rate: 0.2,
  tkRevenueCents,
  minimumRewardCents: 5_000,
  payeRate: 0.25,
  grossCents: Math.max(5_000, tkRevenueCents / 5),
  payeCents: 1_250,
  nettCents: 3_750,
});

test.each([
  [24_990, true],
  [25_000, false],
  [25_001, false],
])('shows for a revenue of %i cents whether the minimum raises the reward: %s', (revenue, isRaised) => {
  render(<EstimateResult estimate={estimate(revenue)} />);
  expect(screen.queryByText(/raised to the minimum reward/) !== null).toBe(isRaised);
});
