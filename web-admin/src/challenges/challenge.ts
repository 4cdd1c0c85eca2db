import type { ChallengeRecord as Challenge } from '@fynbos/api/challenges/answers.ts';
import { grouped, parseCents, rand } from '../format/format.ts';
import type { Wording } from '../i18n/T.tsx';

/** What the form of a challenge contains; `target` is rentals or rand. */
export interface ChallengeValues {
  readonly title: string;
  readonly description: string;
  readonly from: string;
  readonly to: string;
  readonly measure: Challenge['measure'];
  readonly target: number | string;
  readonly audience: 'all' | 'agency';
  readonly iataNumber?: string | null;
  readonly badge: string;
}

export const NEW_CHALLENGE = { measure: 'rentals', audience: 'all' } as const;

export const valuesOf = ({ target, measure, iataNumber, ...rest }: Challenge) => ({
  ...rest,
  measure,
  target: measure === 'nett' ? target / 100 : target,
  audience: iataNumber === null ? ('all' as const) : ('agency' as const),
  iataNumber: iataNumber ?? '',
});

/** The request of the form's values. */
export const requestOf = ({ audience, target, measure, iataNumber, ...rest }: ChallengeValues) => ({
  title: rest.title,
  description: rest.description,
  from: rest.from,
  to: rest.to,
  badge: rest.badge,
  measure,
  // The server refuses a target that is no amount.
  target: measure === 'nett' ? (parseCents(String(target)) ?? Number.NaN) : Number(target),
  iataNumber: audience === 'all' ? null : (iataNumber ?? '').trim(),
});

/** An amount of a challenge: a number of rentals, or rand. */
export const amountOf = ({ measure }: Pick<Challenge, 'measure'>, amount: number): string =>
  measure === 'nett' ? rand(amount) : grouped(amount);

/** The target in words. */
export const targetOf = ({ measure, target }: Pick<Challenge, 'measure' | 'target'>): Wording =>
  measure === 'nett'
    ? ['%{target} nett', { target: rand(target) }]
    : ['%{count} rental |||| %{count} rentals', { count: target }];

export const audienceOf = ({ iataNumber, agencyName }: Pick<Challenge, 'iataNumber' | 'agencyName'>): Wording =>
  iataNumber === null ? 'All agents' : (agencyName ?? ['IATA %{iataNumber}', { iataNumber }]);
