import type { Decider } from '../decider.ts';
import type { TaxEvent } from './events.ts';

export const taxYearStreamOf = (taxYear: number): string => `tax-year-${taxYear}`;

/** Orders the certificates of a tax year. Each order is the next version. */
export const taxYearDecider: Decider<
  { readonly version: number },
  { readonly type: 'OrderCertificates'; readonly taxYear: number; readonly by: string; readonly at: string },
  Extract<TaxEvent, { type: 'CertificatesOrdered' }>
> = {
  name: 'tax-year',
  initial: { version: 0 },
  decide: ({ taxYear, by, at }, state) => [
    { type: 'CertificatesOrdered', data: { taxYear, version: state.version + 1, orderedBy: by, orderedAt: at } },
  ],
  evolve: (_state, { data }) => ({ version: data.version }),
};
