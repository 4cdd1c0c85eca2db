import { parseCents, parseFraction, parseNumber } from '../format/format.ts';

export const NEW_PROMOTION = {
  promotionId: '',
  effectiveFrom: '',
  ratePercent: '',
  active: '',
  startDate: '',
  endDate: '',
};

/** Assumed terms as typed. Empty values keep the actual terms. */
export const ACTUAL_TERMS = {
  policyFrom: '',
  minimum: '',
  payePercent: '',
  expiry: '',
  expiryMonths: '24',
  promotions: [] as readonly (typeof NEW_PROMOTION)[],
};

const withoutUndefined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

const optional =
  <Value>(parse: (text: string) => Value) =>
  (text: string): Value | undefined =>
    text.trim() === '' ? undefined : parse(text);

/** Cents of a typed amount; undefined for empty text, and -1 for invalid text, which the server refuses. */
export const centsOf = optional((text) => parseCents(text) ?? -1);
/** A typed percentage as a fraction, and a typed number; undefined for empty text. */
export const fractionOf = optional(parseFraction);
export const numberOf = optional(parseNumber);

/** The assumptions over a period that begins on `from`; without terms of the policy, `policy` is null. */
export function termsOf(
  { policyFrom, minimum, payePercent, expiry, expiryMonths, promotions }: typeof ACTUAL_TERMS,
  from: string,
) {
  const policy = withoutUndefined({
    minimumRewardCents: centsOf(minimum),
    payeRate: fractionOf(payePercent),
    expiryMonths: expiry === '' ? undefined : expiry === 'never' ? null : Number(expiryMonths),
  });
  return {
    policy: Object.keys(policy).length === 0 ? null : { effectiveFrom: policyFrom || from, ...policy },
    promotions: promotions.map(({ promotionId, effectiveFrom, ratePercent, active, startDate, endDate }) => ({
      promotionId,
      effectiveFrom: effectiveFrom || from,
      ...withoutUndefined({
        promoRate: fractionOf(ratePercent),
        isActive: active === '' ? undefined : active === 'yes',
        startDate: startDate || undefined,
        endDate: endDate || undefined,
      }),
    })),
  };
}
