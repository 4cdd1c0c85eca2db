import { z } from 'zod';
import { addDays, addMonths, type Day, type Month } from '../calendar.ts';
import { type Cents, timesRate } from '../money.ts';
import type { Emp201 } from './emp201.ts';
import type { Certificate } from './events.ts';

/** To the end of August, and of the whole year. */
export const RECONCILIATION_PERIODS = ['interim', 'final'] as const;
export type ReconciliationPeriod = (typeof RECONCILIATION_PERIODS)[number];

/**
 * `code`: the year and month as SARS writes it (2031), 202608 and 202702 for the tax year 2027, as the published PAYE
 * BRS ("recon period 201208" and "201302" in version 10.1).
 */
export function reconciliationPeriod(
  taxYear: number,
  period: ReconciliationPeriod,
): { readonly code: string; readonly from: Month; readonly to: Month; readonly lastDay: Day; readonly months: number } {
  const to = period === 'interim' ? `${taxYear - 1}-08` : `${taxYear}-02`;
  return {
    code: to.replace('-', ''),
    from: `${taxYear - 1}-03`,
    to,
    months: period === 'interim' ? 6 : 12,
    lastDay: addDays(addMonths(`${to}-01`, 1), -1),
  };
}

/** What the returns declared, and what the certificates add up to. Cents. */
export const emp501 = z.object({
  period: z.enum(RECONCILIATION_PERIODS),
  code: z.string(),
  from: z.string(),
  to: z.string(),
  isOver: z.boolean(),
  declaredPayeCents: z.int(),
  declaredSdlCents: z.int(),
  certificates: z.int(),
  certifiedPayeCents: z.int(),
  certifiedSdlCents: z.int(),
  /** Zero where the reconciliation can be submitted. */
  differenceCents: z.int(),
});
export type Emp501 = z.output<typeof emp501>;

/** SDL of a certificate (4142): only where PAYE was deducted. */
export const sdlOf = ({ type, grossCents }: Pick<Certificate, 'type' | 'grossCents'>, sdlRate: number): Cents =>
  type === 'IRP5' ? timesRate(grossCents, sdlRate) : 0;

/** The returns are those of the year, the certificates those of the period (T13). */
export function emp501Of(
  taxYear: number,
  period: ReconciliationPeriod,
  {
    returns,
    certificates,
    sdlRate,
    today,
  }: {
    readonly returns: readonly Pick<Emp201, 'month' | 'payeCents' | 'sdlCents'>[];
    readonly certificates: readonly Pick<Certificate, 'type' | 'grossCents' | 'payeCents'>[];
    readonly sdlRate: number;
    readonly today: Day;
  },
): Emp501 {
  const { code, from, to, lastDay } = reconciliationPeriod(taxYear, period);
  const own = returns.filter(({ month }) => month >= from && month <= to);
  const declaredPayeCents = own.reduce((sum, { payeCents }) => sum + payeCents, 0);
  const certifiedPayeCents = certificates.reduce((sum, { payeCents }) => sum + payeCents, 0);
  return {
    period,
    code,
    from,
    to,
    isOver: lastDay < today,
    declaredPayeCents,
    certifiedPayeCents,
    declaredSdlCents: own.reduce((sum, { sdlCents }) => sum + sdlCents, 0),
    certificates: certificates.length,
    certifiedSdlCents: certificates.reduce((sum, certificate) => sum + sdlOf(certificate, sdlRate), 0),
    differenceCents: declaredPayeCents - certifiedPayeCents,
  };
}
