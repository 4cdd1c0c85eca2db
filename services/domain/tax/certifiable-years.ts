import type { Cents } from '../money.ts';
import type { CertificateType, TaxMonth } from './events.ts';

/** Payments less returns of an agent in one month under one treatment, including those of the previous system. */
export interface TaxedMonth extends TaxMonth {
  readonly kind: string;
  readonly directiveNumber: string | null;
}

/** An agent's tax year under one type of certificate, before it has a number. */
export interface CertifiableYear {
  readonly type: CertificateType;
  readonly sourceCode: string;
  readonly reasonCode: string | null;
  readonly directiveNumbers: readonly string[];
  readonly grossCents: number;
  readonly payeCents: number;
  readonly months: readonly TaxMonth[];
}

/** Treatments without PAYE, with the SARS code of the income and the reason (4150). */
const UNTAXED_CODES: Readonly<Record<string, { sourceCode: string; reasonCode: string }>> = {
  'independent-contractor': { sourceCode: '3616', reasonCode: '03' },
  'company-payee': { sourceCode: '3616', reasonCode: '04' },
};
/** Each has its own certificate; all other treatments share one. */
export const UNTAXED_KINDS: readonly string[] = Object.keys(UNTAXED_CODES);
/** The reasons (4150) of those certificates. */
export const UNTAXED_REASONS: readonly string[] = Object.values(UNTAXED_CODES).map(({ reasonCode }) => reasonCode);
export const isUntaxed = (kind: string): boolean => kind in UNTAXED_CODES;
/** SARS code of commission: all income from which PAYE was due. */
export const COMMISSION_SOURCE_CODE = '3606';
/** Reasons (4150) where PAYE was due but was zero: a directive of 0 %, or an income for which it rounds to zero. */
const BY_DIRECTIVE = '04';
const BELOW_THRESHOLD = '02';

/** The least gross of a certificate: income is written in whole rand, and one income above zero is required. */
export const MIN_CERTIFIED_CENTS: Cents = 100;

/**
 * Amounts with the same sum, which must not be negative. A negative amount is deducted from those before it, latest
 * first, then from those after.
 */
function netted(amounts: readonly Cents[]): Cents[] {
  const left = [...amounts];
  for (let at = 0; at < left.length; at++) {
    const before = left.slice(0, at).map((_, index) => at - 1 - index);
    const after = left.slice(at + 1).map((_, index) => at + 1 + index);
    for (const other of [...before, ...after]) {
      const moved = Math.min(Math.max(0, -(left[at] ?? 0)), Math.max(0, left[other] ?? 0));
      left[at] = (left[at] ?? 0) + moved;
      left[other] = (left[other] ?? 0) - moved;
    }
  }
  return left;
}

/** The months as printed: gross, PAYE and nett are never negative, and the sums of the year stay. */
function monthsWithoutNegatives(months: readonly TaxMonth[]): TaxMonth[] {
  const paye = netted(months.map(({ payeCents }) => payeCents));
  const nett = netted(months.map(({ grossCents, payeCents }) => grossCents - payeCents));
  return months.map(({ month }, at) => ({
    month,
    grossCents: (paye[at] ?? 0) + (nett[at] ?? 0),
    payeCents: paye[at] ?? 0,
  }));
}

/** At least a rand of income, and neither PAYE nor nett is negative. */
const isCertifiable = ({ grossCents, payeCents }: CertifiableYear): boolean =>
  grossCents >= MIN_CERTIFIED_CENTS && payeCents >= 0 && grossCents >= payeCents;

function byMonth(months: readonly TaxedMonth[]): TaxMonth[] {
  const sums = new Map<string, TaxMonth>();
  for (const { month, grossCents, payeCents } of months) {
    const sum = sums.get(month) ?? { month, grossCents: 0, payeCents: 0 };
    sums.set(month, { month, grossCents: sum.grossCents + grossCents, payeCents: sum.payeCents + payeCents });
  }
  return [...sums.values()].sort((a, b) => (a.month < b.month ? -1 : 1));
}

/** Without those of which every payment was returned, or that only have a correction of an earlier year's payment. */
function directivesWithIncome(months: readonly TaxedMonth[]): string[] {
  const income = new Map<string, Cents>();
  for (const { directiveNumber, grossCents } of months)
    if (directiveNumber !== null) income.set(directiveNumber, (income.get(directiveNumber) ?? 0) + grossCents);
  return [...income].flatMap(([directiveNumber, cents]) => (cents > 0 ? [directiveNumber] : []));
}

function yearOf(reasonCode: string, months: readonly TaxedMonth[]): CertifiableYear {
  const payeCents = months.reduce((sum, month) => sum + month.payeCents, 0);
  const isTaxed = reasonCode === '';
  const directiveNumbers = directivesWithIncome(months);
  return {
    type: isTaxed && payeCents !== 0 ? 'IRP5' : 'IT3(a)',
    sourceCode: isTaxed ? COMMISSION_SOURCE_CODE : '3616',
    reasonCode: isTaxed
      ? payeCents === 0
        ? directiveNumbers.length > 0
          ? BY_DIRECTIVE
          : BELOW_THRESHOLD
        : null
      : reasonCode,
    directiveNumbers,
    grossCents: months.reduce((sum, { grossCents }) => sum + grossCents, 0),
    payeCents,
    months: byMonth(months),
  };
}

/**
 * Certificates of one tax year (T3, T4): an IRP5 where PAYE was deducted, otherwise an IT3(a) for each reason. Later
 * returns are netted into the other months of the certificate. `without`: years with no income or a negative amount.
 */
export function certifiableYears(months: readonly TaxedMonth[]): {
  years: CertifiableYear[];
  without: CertifiableYear[];
} {
  const groups = Map.groupBy(months, ({ kind }) => UNTAXED_CODES[kind]?.reasonCode ?? '');
  const all = [...groups].map(([reasonCode, own]) => yearOf(reasonCode, own));
  return {
    years: all.filter(isCertifiable).map((year) => ({ ...year, months: monthsWithoutNegatives(year.months) })),
    without: all.filter((year) => !isCertifiable(year)),
  };
}
