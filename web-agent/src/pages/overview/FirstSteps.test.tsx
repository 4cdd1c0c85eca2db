import { expect, test } from 'vitest';
import { isNew } from './FirstSteps.tsx';

const NOTHING = { balanceCents: 0, earnedCents: 0, pendingCents: 0, paidCents: 0, expiredCents: 0 };

test('the first steps are for an agent without any reward, also a pending one', () => {
  expect(isNew(NOTHING)).toBe(true);
  for (const field of Object.keys(NOTHING)) expect(isNew({ ...NOTHING, [field]: 1 })).toBe(false);
});
