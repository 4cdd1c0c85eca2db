import { describe, expect, it } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed } from '../testing/timed.ts';
import { type Tier, tierOf, tierPeriod, tiersDecider } from './tiers.ts';

const TIERS: readonly Tier[] = [
  { name: 'Bud', fromCents: 0 },
  { name: 'Protea', fromCents: 50_000 },
];
const set = (tiers: readonly Tier[], version = 0) =>
  decideTimed(tiersDecider, { type: 'SetTiers', tiers, version }, tiersDecider.initial);

describe('tiers', () => {
  it('are built in until they are set, and need the version that was seen', () => {
    const [first] = tiersDecider.initial.tiers;
    expect(first).toEqual({ name: 'Bud', fromCents: 0 });
    const state = fold(tiersDecider, tiersDecider.initial, set(TIERS));
    expect(state).toEqual({ tiers: TIERS, version: 1 });
    expect(decideTimed(tiersDecider, { type: 'SetTiers', tiers: TIERS, version: 1 }, state)).toEqual([]);
    expect(() => set(TIERS, 1)).toThrow('Someone else');
  });

  it('start at R0, ascend, and have different names', () => {
    expect(() => set([])).toThrow('one to 6');
    expect(() => set([{ name: 'Bud', fromCents: 1 }])).toThrow('starts at R0');
    expect(() => set([...TIERS, { name: 'Late', fromCents: 50_000 }])).toThrow('higher amount');
    expect(() => set([...TIERS, { name: 'bud', fromCents: 60_000 }])).toThrow('name of its own');
  });

  it('belong to an amount from their threshold on, with the next one to reach', () => {
    const at = (cents: number) => {
      const { tier, next } = tierOf(TIERS, cents);
      return [tier.name, next?.name ?? null];
    };
    expect([-100, 0, 49_999, 50_000].map(at)).toEqual([
      ['Bud', 'Protea'],
      ['Bud', 'Protea'],
      ['Bud', 'Protea'],
      ['Protea', null],
    ]);
  });

  it('count the rewards of twelve months, today included', () => {
    expect(tierPeriod('2026-11-25')).toEqual({ from: '2025-11-26', to: '2026-11-25' });
  });
});
