import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { Cents } from '../money.ts';
import type { Certificate, CertificateType, TaxEvent, TaxMonth } from './events.ts';

/** What was paid to an agent in a month under one treatment, returns taken off; by the old system too. */
export interface TaxedMonth extends TaxMonth {
  readonly kind: string;
  readonly directiveNumber: string | null;
}

/** An agent's year under one type of certificate, before it has a number. */
export interface CertifiableYear {
  readonly type: CertificateType;
  readonly sourceCode: string;
  readonly reasonCode: string | null;
  readonly directiveNumbers: readonly string[];
  readonly grossCents: number;
  readonly payeCents: number;
  readonly months: readonly TaxMonth[];
}

/** Kinds from which nothing is deducted, with the income's code and the reason of 4150: 03 is the independent contractor. */
const UNTAXED: Readonly<Record<string, { sourceCode: string; reasonCode: string }>> = {
  'independent-contractor': { sourceCode: '3616', reasonCode: '03' },
  'company-payee': { sourceCode: '3616', reasonCode: '04' },
};
/** The treatments (`kind`) that are certified each by itself; all others belong together. */
export const UNTAXED_KINDS: readonly string[] = Object.keys(UNTAXED);
/** Whether a treatment (`kind`) is one from which nothing is deducted, certified apart from PAYE. */
export const isUntaxed = (kind: string): boolean => kind in UNTAXED;
/** Commission. */
const COMMISSION = '3606';
/** Why nothing was deducted from a year that PAYE or a directive was to be taken from: earnings that bear none, a nil directive among them. */
const NOTHING_DEDUCTED = '04';

/**
 * Amounts of which none is negative, with the same sum (not negative): what is below zero is taken from those before it,
 * the latest first, and what is left of it from those after it.
 */
function netted(amounts: readonly Cents[]): Cents[] {
  const left = [...amounts];
  for (let at = 0; at < left.length; at++) {
    const before = left.slice(0, at).map((_, index) => at - 1 - index);
    const after = left.slice(at + 1).map((_, index) => at + 1 + index);
    for (const other of [...before, ...after]) {
      const taken = Math.min(Math.max(0, -(left[at] ?? 0)), Math.max(0, left[other] ?? 0));
      left[at] = (left[at] ?? 0) + taken;
      left[other] = (left[other] ?? 0) - taken;
    }
  }
  return left;
}

/** Months as a certificate prints them: gross, PAYE and nett of none are negative, and the year's sums are the same. */
function monthsWithoutNegatives(months: readonly TaxMonth[]): TaxMonth[] {
  const paye = netted(months.map(({ payeCents }) => payeCents));
  const nett = netted(months.map(({ grossCents, payeCents }) => grossCents - payeCents));
  return months.map(({ month }, at) => ({
    month,
    grossCents: (paye[at] ?? 0) + (nett[at] ?? 0),
    payeCents: paye[at] ?? 0,
  }));
}

/** Whether something was paid in the end, and neither gross, PAYE nor nett, which its paper prints as well, is negative. */
const isCertifiable = ({ grossCents, payeCents }: CertifiableYear): boolean =>
  grossCents > 0 && payeCents >= 0 && grossCents >= payeCents;

/**
 * The years to be certified of an agent's months: an IRP5 for what PAYE was taken from, an IT3(a) for each reason why it
 * was not; also where PAYE was to be taken and came to nothing, as by a directive of 0 %: an IRP5 has an amount.
 * What came back in another month than it was paid in is netted into the months of its certificate. Those of which nothing
 * was paid in the end, or of which gross, PAYE or nett is negative, are `without` one.
 */
export function certifiableYears(months: readonly TaxedMonth[]): {
  years: CertifiableYear[];
  without: CertifiableYear[];
} {
  const groups = new Map<string, TaxedMonth[]>();
  for (const month of months) {
    const reasonCode = UNTAXED[month.kind]?.reasonCode ?? '';
    groups.set(reasonCode, [...(groups.get(reasonCode) ?? []), month]);
  }
  const all = [...groups].map(([reasonCode, own]): CertifiableYear => {
    const byMonth = new Map<string, TaxMonth>();
    for (const { month, grossCents, payeCents } of own) {
      const known = byMonth.get(month) ?? { month, grossCents: 0, payeCents: 0 };
      byMonth.set(month, { month, grossCents: known.grossCents + grossCents, payeCents: known.payeCents + payeCents });
    }
    const payeCents = own.reduce((sum, month) => sum + month.payeCents, 0);
    const isTaxed = reasonCode === '';
    return {
      type: isTaxed && payeCents !== 0 ? 'IRP5' : 'IT3(a)',
      sourceCode: isTaxed ? COMMISSION : '3616',
      reasonCode: isTaxed ? (payeCents === 0 ? NOTHING_DEDUCTED : null) : reasonCode,
      directiveNumbers: [...new Set(own.flatMap(({ directiveNumber }) => (directiveNumber ? [directiveNumber] : [])))],
      grossCents: own.reduce((sum, { grossCents }) => sum + grossCents, 0),
      payeCents,
      months: [...byMonth.values()].sort((a, b) => (a.month < b.month ? -1 : 1)),
    };
  });
  return {
    years: all.filter(isCertifiable).map((year) => ({ ...year, months: monthsWithoutNegatives(year.months) })),
    without: all.filter((year) => !isCertifiable(year)),
  };
}

/** Whether PAYE was to be taken from it: a later version of one that came to nothing may be an IRP5, in the same place. */
const isOfPaye = ({ sourceCode }: Pick<CertifiableYear, 'sourceCode'>): boolean => sourceCode === COMMISSION;

/**
 * The 30 characters of 3010: the employer's PAYE reference (10), the tax year (4), 02 for the final reconciliation, and
 * 14 of our own: agent (9), type (1) and version (4). No two certificates share them.
 */
export function certificateNumber(
  payeReference: string,
  taxYear: number,
  agentId: number,
  year: Pick<CertifiableYear, 'reasonCode' | 'sourceCode'>,
  version: number,
): string {
  const type = isOfPaye(year) ? '0' : (year.reasonCode ?? '').slice(-1);
  return `${payeReference}${taxYear}02${String(agentId).padStart(9, '0')}${type}${String(version).padStart(4, '0')}`;
}

export const certificateStreamOf = (
  agentId: number,
  taxYear: number,
  year: Pick<CertifiableYear, 'reasonCode' | 'sourceCode'>,
): string => `tax-certificate-${agentId}-${taxYear}-${isOfPaye(year) ? 'irp5' : year.reasonCode}`;

export interface CertificateState {
  readonly issued: readonly Certificate[];
  readonly copies: number;
  /** The version of the order that withdrew the last one issued; null while that holds. */
  readonly withdrawnBy: number | null;
}

export type CertificateCommand =
  | { readonly type: 'IssueCertificate'; readonly certificate: Certificate }
  | {
      readonly type: 'WithdrawCertificate';
      readonly version: number;
      readonly grossCents: Cents;
      readonly payeCents: Cents;
      readonly at: string;
    }
  | {
      readonly type: 'ReissueCertificate';
      readonly certificateNo: string;
      readonly reason: string;
      readonly at: string;
    };

export type CertificateEvent = Extract<
  TaxEvent,
  { type: 'CertificateIssued' | 'CertificateReissued' | 'CertificateWithdrawn' }
>;

const sameFigures = (a: Certificate, b: Certificate): boolean =>
  a.type === b.type &&
  a.grossCents === b.grossCents &&
  a.payeCents === b.payeCents &&
  JSON.stringify(a.months) === JSON.stringify(b.months) &&
  a.directiveNumbers.join() === b.directiveNumbers.join();

/**
 * Issues once a version, and only where the figures are others than those certified last, or where these were withdrawn.
 * Withdraws what holds, once. Refuses with `tax.certificate-unknown` and `tax.certificate-withdrawn`.
 */
export const certificateDecider: Decider<CertificateState, CertificateCommand, CertificateEvent> = {
  name: 'tax-certificate',
  initial: { issued: [], copies: 0, withdrawnBy: null },
  decide(command, state) {
    const last = state.issued.at(-1);
    const { withdrawnBy } = state;
    const version = Math.max(last?.version ?? 0, withdrawnBy ?? 0);
    if (command.type === 'IssueCertificate') {
      const { certificate } = command;
      if (version >= certificate.version) return [];
      if (last && withdrawnBy === null && sameFigures(last, certificate)) return [];
      return [{ type: 'CertificateIssued', data: certificate }];
    }
    if (command.type === 'WithdrawCertificate') {
      if (!last || withdrawnBy !== null || version >= command.version) return [];
      const { grossCents, payeCents, at: withdrawnAt } = command;
      const { certificateNo } = last;
      return [
        {
          type: 'CertificateWithdrawn',
          data: { certificateNo, version: command.version, grossCents, payeCents, withdrawnAt },
        },
      ];
    }
    if (last?.certificateNo !== command.certificateNo) {
      throw new DomainError(
        'not-found',
        'tax.certificate-unknown',
        'There is no such certificate, or a later version replaced it.',
      );
    }
    if (withdrawnBy !== null)
      throw new DomainError(
        'conflict',
        'tax.certificate-withdrawn',
        'This certificate was withdrawn: it holds no more.',
      );
    const { certificateNo, reason, at } = command;
    return [{ type: 'CertificateReissued', data: { certificateNo, copy: state.copies + 1, reason, reissuedAt: at } }];
  },
  evolve(state, event) {
    if (event.type === 'CertificateReissued') return { ...state, copies: event.data.copy };
    if (event.type === 'CertificateWithdrawn') return { ...state, withdrawnBy: event.data.version };
    return { issued: [...state.issued, event.data], copies: 0, withdrawnBy: null };
  },
};

export const taxYearStreamOf = (taxYear: number): string => `tax-year-${taxYear}`;

/** Orders the certificates of a year: each order is the next version. */
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
