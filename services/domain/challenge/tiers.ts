import { addDays, addMonths, type Day } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { type DomainError, fieldError, staleRecord } from '../errors.ts';
import type { Cents } from '../money.ts';
import type { TierEvent } from './events.ts';

/** `fromCents`: nett rewards of twelve months. */
export interface Tier {
  readonly name: string;
  readonly fromCents: Cents;
}

export interface Tiers {
  readonly tiers: readonly Tier[];
  /** How often they were set; 0 for the tiers that are built into the product. */
  readonly version: number;
}

/** `version` is the one that the administrator saw. */
export interface TierCommand {
  readonly type: 'SetTiers';
  readonly tiers: readonly Tier[];
  readonly version: number;
}

export const TIERS_STREAM = 'tiers';
export const MAX_TIERS = 6;

const BUILT_IN_TIERS: readonly Tier[] = [
  { name: 'Bud', fromCents: 0 },
  { name: 'Blossom', fromCents: 10_000_00 },
  { name: 'Protea', fromCents: 30_000_00 },
  { name: 'King Protea', fromCents: 75_000_00 },
];

const refusal = (message: string): DomainError => fieldError('tiers.invalid', 'tiers', message);

function check(tiers: readonly Tier[]): void {
  if (tiers.length === 0 || tiers.length > MAX_TIERS) throw refusal(`Enter one to ${MAX_TIERS} tiers.`);
  if (tiers[0]?.fromCents !== 0) throw refusal('The first tier starts at R0, so that every agent has a tier.');
  if (tiers.some(({ fromCents }, index) => index > 0 && fromCents <= (tiers[index - 1] as Tier).fromCents))
    throw refusal('Each tier starts at a higher amount than the one before.');
  if (new Set(tiers.map(({ name }) => name.toLowerCase())).size < tiers.length)
    throw refusal('Each tier has a name of its own.');
}

/** The rules of the tiers (H4). Throws `DomainError` `tiers.invalid`, or `stale` for another version. */
export const tiersDecider: Decider<Tiers, TierCommand, TierEvent> = {
  name: 'tiers',
  initial: { tiers: BUILT_IN_TIERS, version: 0 },
  decide({ tiers, version }, state) {
    if (version !== state.version) throw staleRecord();
    check(tiers);
    if (JSON.stringify(tiers) === JSON.stringify(state.tiers)) return [];
    return [{ type: 'TiersSet', data: { tiers: tiers.map(({ name, fromCents }) => ({ name, fromCents })) } }];
  },
  evolve: ({ version }, { data }) => ({ tiers: data.tiers, version: version + 1 }),
};

/** The first and last invoice day that count for a tier on a day: twelve months, today included (H4). */
export const tierPeriod = (today: Day): { readonly from: Day; readonly to: Day } => ({
  from: addDays(addMonths(today, -12), 1),
  to: today,
});

/** `next`: null above the highest. */
export function tierOf(tiers: readonly Tier[], nettCents: Cents): { readonly tier: Tier; readonly next: Tier | null } {
  const reached = tiers.filter(({ fromCents }) => fromCents <= nettCents);
  const tier = reached.at(-1) ?? tiers[0];
  if (!tier) throw new Error('There are no tiers.');
  return { tier, next: tiers[Math.max(1, reached.length)] ?? null };
}
