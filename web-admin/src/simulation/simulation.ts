import type { Recalculations, Simulation, SimulationResults } from '@fynbos/api/simulation/answers.ts';
import { date, grouped, percent, rand } from '../format/format.ts';
import { asPart, listed, type Wording } from '../i18n/T.tsx';
import type { RowOf } from '../list/PagedResult.tsx';

export type Definition = Simulation['definition'];

export type CorrectionPreview = Recalculations[number]['preview'];

/** A total of a result, or one of its reservations. */
export type ResultRow = RowOf<SimulationResults[number]>;

export type Recalculation = Recalculations[number];

export const isOpen = ({ state }: Pick<Simulation, 'state'>): boolean => state === 'waiting' || state === 'running';

const isPresent = (part: Wording | false): part is Wording => part !== false;

const promotionQuestion = (
  { effectiveFrom, promoRate, isActive, startDate, endDate }: Definition['promotions'][number],
  code: string,
): Wording => {
  const parts: readonly (Wording | false)[] = [
    promoRate !== undefined && ['a rate of %{rate}', { rate: percent(promoRate) }],
    isActive !== undefined && (isActive ? 'switched on' : 'switched off'),
    startDate !== undefined && ['a start on %{day}', { day: date(startDate) }],
    endDate !== undefined && (endDate === null ? 'no end' : ['an end on %{day}', { day: date(endDate) }]),
  ];
  const terms = listed(parts.filter(isPresent));
  return ['%{code} with %{terms} from %{day}', { code, terms, day: date(effectiveFrom) }];
};

/** Describes the question of a simulation: `a minimum reward of R60.00 from 1 Jan 2026`. `codeOf` names promotions. */
export function questionOf(
  { policy, promotions, reassess }: Definition,
  codeOf: (promotionId: string) => string,
): Wording {
  if (reassess) return ['%{code} recalculated under its current terms', { code: codeOf(reassess.promotionId) }];
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
            : ['expiry after %{count} month |||| expiry after %{count} months', { count: policy.expiryMonths }]),
      ]
    : [];
  const assumed: readonly Wording[] = [
    ...(policy
      ? [['%{terms} from %{day}', { terms: listed(terms.filter(isPresent)), day: date(policy.effectiveFrom) }] as const]
      : []),
    ...promotions.map((change) => promotionQuestion(change, codeOf(change.promotionId))),
  ];
  return listed(assumed, '%{one}; %{more}');
}

/** The title of a simulation: its question in full. */
export const titleOf = (...question: Parameters<typeof questionOf>): Wording => [
  'What if: %{question}',
  { question: asPart(questionOf(...question)) },
];

/** Headline of a result: the amount that an adjustment would credit to or debit from the agents. */
export function findingOf({ correction, reservations }: NonNullable<Simulation['totals']>): Wording {
  if (correction.reservations === 0) return 'No reward would change.';
  const { nettCents } = correction;
  return [
    nettCents < 0
      ? 'Agents would receive %{amount} less (nett). %{changes}'
      : nettCents > 0
        ? 'Agents would receive %{amount} more (nett). %{changes}'
        : 'Agents would receive the same in total (nett). %{changes}',
    {
      amount: rand(Math.abs(nettCents)),
      changes: [
        '%{differing} of %{count} reservation would change. |||| %{differing} of %{count} reservations would change.',
        { differing: grouped(correction.reservations), count: reservations },
      ],
    },
  ];
}
