import { centsTyped, fractionTyped, numberTyped } from '../format/format.ts';

/** Assumed terms of a promotion as typed. Empty values keep the actual terms. */
export interface PromotionTyped {
  readonly promotionId: string;
  readonly effectiveFrom: string;
  readonly ratePercent: string;
  readonly active: '' | 'yes' | 'no';
  readonly startDate: string;
  readonly endDate: string;
}

export interface Typed {
  readonly kind: 'assume' | 'as-of' | 'reassess';
  /** The day of which the terms are kept. */
  readonly termsAsOf: string;
  readonly from: string;
  readonly to: string;
  readonly policyFrom: string;
  readonly minimum: string;
  readonly payePercent: string;
  readonly expiry: '' | 'never' | 'months';
  readonly expiryMonths: string;
  readonly promotions: readonly PromotionTyped[];
  readonly reassess: string;
}

/** The fields with a value. */
export const given = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

const typed =
  <Value>(parse: (text: string) => Value) =>
  (text: string): Value | undefined =>
    text.trim() === '' ? undefined : parse(text);

/** Cents of a typed amount; undefined for empty text, and -1 for invalid text, which the server refuses. */
export const centsOf = typed((text) => centsTyped(text) ?? -1);
/** A typed percentage as a fraction, and a typed number; undefined for empty text. */
export const fractionOf = typed(fractionTyped);
export const numberOf = typed(numberTyped);

/** Assumed terms of the policy from a day; null without terms. */
export function assumedPolicy<Fields extends object>(effectiveFrom: string, fields: Fields) {
  const terms = given(fields);
  return Object.keys(terms).length === 0 ? null : { effectiveFrom, ...terms };
}

const policyOf = ({ policyFrom, from, minimum, payePercent, expiry, expiryMonths }: Typed) =>
  assumedPolicy(policyFrom || from, {
    minimumRewardCents: centsOf(minimum),
    payeRate: fractionOf(payePercent),
    expiryMonths: expiry === '' ? undefined : expiry === 'never' ? null : Number(expiryMonths),
  });

const promotionOf = (typed: PromotionTyped, from: string) => ({
  promotionId: typed.promotionId,
  effectiveFrom: typed.effectiveFrom || from,
  ...given({
    promoRate: fractionOf(typed.ratePercent),
    isActive: typed.active === '' ? undefined : typed.active === 'yes',
    startDate: typed.startDate || undefined,
    endDate: typed.endDate || undefined,
  }),
});

/** Converts the typed values to the definition that the server accepts. */
export const definitionOf = (typed: Typed) =>
  typed.kind === 'as-of'
    ? { from: typed.from, to: typed.to, termsAsOf: typed.termsAsOf }
    : typed.kind === 'reassess'
      ? { from: typed.from, to: typed.to, reassess: { promotionId: typed.reassess } }
      : {
          from: typed.from,
          to: typed.to,
          policy: policyOf(typed),
          promotions: typed.promotions.map((promotion) => promotionOf(promotion, typed.from)),
        };
