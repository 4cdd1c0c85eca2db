import { date, grouped, percent, rand } from '../format/format.ts';
import { asPart, listed, type Wording } from '../i18n/wording.ts';

export interface Definition {
  readonly from: string;
  readonly to: string;
  readonly policy: {
    readonly effectiveFrom: string;
    readonly minimumRewardCents?: number;
    readonly payeRate?: number;
    readonly expiryMonths?: number | null;
  } | null;
  readonly promotions: readonly {
    readonly promotionId: string;
    readonly effectiveFrom: string;
    readonly promoRate?: number;
    readonly isActive?: boolean;
    readonly startDate?: string;
    readonly endDate?: string | null;
  }[];
  readonly reassess: { readonly promotionId: string } | null;
}

export interface Moved {
  readonly reservations: number;
  readonly agents: number;
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
}

/** Actual cents, cents under the assumed terms, and the adjustment between them. */
export interface Amounts {
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
  readonly assumedGrossCents: number;
  readonly assumedPayeCents: number;
  readonly assumedNettCents: number;
}

export interface WhatIf {
  readonly id: string;
  readonly definition: Definition;
  readonly state: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly askedAt: string;
  readonly askedByName: string;
  readonly asOf: string | null;
  readonly done: number;
  readonly total: number | null;
  readonly rate: number;
  readonly remainingMs: number | null;
  readonly error: string | null;
  readonly hasResult: boolean;
  readonly totals:
    | (Amounts & { readonly reservations: number; readonly agents: number; readonly correction: Moved })
    | null;
}

/** A total of a result, or one of its reservations. */
export interface ResultRow extends Amounts {
  readonly id: string;
  readonly agentId?: number;
  readonly loyaltyTrackingNo?: string | null;
  readonly promotionId?: string | null;
  readonly promoCode?: string | null;
  readonly month?: string;
  readonly reservationNo?: string;
  readonly status?: string;
  readonly assumedStatus?: string;
  readonly reservations?: number;
  readonly corrected?: number;
  readonly correctionGrossCents: number;
  readonly correctionPayeCents: number;
  readonly correctionNettCents: number;
}

/** An adjustment from a simulation, requested and approved by two people. */
export interface Recalculation {
  readonly id: string;
  readonly whatIfId: string;
  readonly how: 'adjust' | 'reassess';
  readonly status: 'booking' | 'booked' | 'refused';
  readonly reason: string;
  readonly text: string;
  readonly definition: Definition;
  readonly preview: Moved;
  readonly booked: Moved | null;
  readonly refusal: string | null;
  readonly found: Moved | null;
  readonly requestedByName: string;
  readonly approvedByName: string;
  readonly orderedAt: string;
  readonly done: number | null;
  readonly total: number | null;
}

export const isOpen = ({ state }: Pick<WhatIf, 'state'>): boolean => state === 'waiting' || state === 'running';

const LISTED = '%{one}, %{more}';
const isSaid = (part: Wording | false): part is Wording => part !== false;

const promotionWords = (
  { effectiveFrom, promoRate, isActive, startDate, endDate }: Definition['promotions'][number],
  code: string,
): Wording => {
  const parts: readonly (Wording | false)[] = [
    promoRate !== undefined && ['a rate of %{rate}', { rate: percent(promoRate) }],
    isActive !== undefined && (isActive ? 'switched on' : 'switched off'),
    startDate !== undefined && ['a start on %{day}', { day: date(startDate) }],
    endDate !== undefined && (endDate === null ? 'no end' : ['an end on %{day}', { day: date(endDate) }]),
  ];
  const terms = asPart(listed(parts.filter(isSaid), LISTED));
  return ['%{code} with %{terms} from %{day}', { code, terms, day: date(effectiveFrom) }];
};

/** Describes the question of a simulation: `a minimum reward of R60.00 from 1 Jan 2026`. `codeOf` names promotions. */
export function questionOf(
  { policy, promotions, reassess }: Definition,
  codeOf: (promotionId: string) => string,
): Wording {
  if (reassess) return ['%{code} decided again as its terms stand now', { code: codeOf(reassess.promotionId) }];
  const terms: readonly (Wording | false)[] = policy
    ? [
        policy.minimumRewardCents !== undefined && [
          'a minimum reward of %{amount}',
          { amount: rand(policy.minimumRewardCents) },
        ],
        policy.payeRate !== undefined && ['PAYE of %{rate}', { rate: percent(policy.payeRate) }],
        policy.expiryMonths !== undefined &&
          (policy.expiryMonths === null
            ? 'no expiry'
            : ['expiry after %{months} months', { months: policy.expiryMonths }]),
      ]
    : [];
  const assumed: readonly Wording[] = [
    ...(policy
      ? [
          [
            '%{terms} from %{day}',
            { terms: asPart(listed(terms.filter(isSaid), LISTED)), day: date(policy.effectiveFrom) },
          ] as const,
        ]
      : []),
    ...promotions.map((change) => promotionWords(change, codeOf(change.promotionId))),
  ];
  return listed(assumed, '%{one}; %{more}');
}

/** Headline of a result: the amount that an adjustment would credit to or debit from the agents. */
export function findingOf({ correction, reservations }: NonNullable<WhatIf['totals']>): Wording {
  if (correction.reservations === 0) return 'The books would be the same.';
  const { nettCents } = correction;
  return [
    nettCents < 0
      ? 'Corrected, agents get %{amount} less, nett: %{differing} of %{all} reservations differ.'
      : nettCents > 0
        ? 'Corrected, agents get %{amount} more, nett: %{differing} of %{all} reservations differ.'
        : 'Corrected, agents get the same in all, nett: %{differing} of %{all} reservations differ.',
    {
      amount: rand(Math.abs(nettCents)),
      differing: grouped(correction.reservations),
      all: grouped(reservations),
    },
  ];
}
