import { hash } from 'node:crypto';
import { addDays, addMonths, type Day, dayOf, FIRST_DAY, type Month, startOfDay } from '@fynbos/domain/calendar.ts';
import { formatDay, formatInstant, formatMonth, formatRand } from '@fynbos/domain/format.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import { CLOSE_STEP_NAMES, CLOSE_STEPS, type CloseFigure, type CloseStep } from '@fynbos/domain/month-close/events.ts';
import { emp201DueOn } from '@fynbos/domain/tax/emp201.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { holds } from '@fynbos/projections/holds/holds.ts';
import { journal } from '@fynbos/projections/journal/journal.ts';
import { journalRows } from '@fynbos/projections/journal/queries.ts';
import { type LatePostingRow, latePostings } from '@fynbos/projections/late-postings/late-postings.ts';
import { runsOfPeriod } from '@fynbos/projections/liability/month-end.ts';
import { type MonthCloseRow, monthCloses } from '@fynbos/projections/month-closes/month-closes.ts';
import { latePostingsOf, openHolds } from '@fynbos/projections/month-closes/queries.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { latestReconciliation } from '@fynbos/projections/reconciliations/queries.ts';
import { reconciliations } from '@fynbos/projections/reconciliations/reconciliations.ts';
import { payeByTreatment } from '@fynbos/projections/tax/queries.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { CONTROL_MODELS, controlFindings } from '../controls/controls.ts';
import { accountTotals, journalLines } from '../ledger/journal.ts';
import { loadExtraDays } from '../reward-policy/programme-lists.ts';
import type { Stores } from '../services.ts';
import { waitForCompleteFigures } from '../wait-for-read-models.ts';
import { payableBalanceOf } from './month-end-pack.ts';

/** A step with its computed state. `digest` covers the state, the figures and what the figures count. */
export interface ComputedStep {
  readonly step: CloseStep;
  readonly title: string;
  readonly state: 'ready' | 'attention' | 'blocked';
  readonly text: string;
  readonly figures: readonly CloseFigure[];
  /** Path of the page in the dashboard on which the step is done. */
  readonly page: string;
  readonly digest: string;
}

interface StepResult extends Omit<ComputedStep, 'step' | 'title' | 'digest'> {
  /** What the figures count, so that a sign-off ends where another finding replaces one. */
  readonly counted?: readonly string[];
}
type Period = { readonly month: Month; readonly from: Day; readonly to: Day };

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
const figure = (label: string, value: string | number): CloseFigure => ({ label, value: String(value) });

function latePostingsStep(rows: readonly LatePostingRow[]): StepResult {
  const entries = rows.reduce((sum, row) => sum + row.entries, 0);
  const nett = rows.reduce((sum, row) => sum + row.nettCents, 0);
  return {
    state: 'ready',
    text:
      entries === 0
        ? 'Nothing was posted for an earlier month.'
        : `${count(entries, 'entry was', 'entries were')} posted for earlier months. They are listed below.`,
    figures: [figure('Entries', entries), figure('Nett', formatRand(nett))],
    page: '/comparisons',
  };
}

async function holdsStep({ db }: Stores, { to }: Period): Promise<StepResult> {
  const { holds, signals, agents, ids, cents } = await openHolds(db, to);
  return {
    state: holds + signals === 0 ? 'ready' : 'attention',
    text:
      holds + signals === 0
        ? 'No hold and no undecided signal at the end of the month.'
        : `${count(holds, 'hold', 'holds')} and ${count(signals, 'undecided signal', 'undecided signals')} at the end of the month. On hold now: ${formatRand(cents)} nett.`,
    // The balances of today are no figure of the month: a reward would withdraw the sign-off.
    figures: [figure('Holds', holds), figure('Undecided signals', signals), figure('Agents', agents)],
    counted: ids,
    page: '/holds',
  };
}

async function runsStep({ db }: Stores, period: Period): Promise<StepResult> {
  const runs = await runsOfPeriod(db, period, 1000);
  const open = runs.filter(({ status }) => status !== 'settled');
  const nett = (of: 'paid' | 'failed' | 'returned') =>
    formatRand(runs.reduce((sum, run) => sum + run[of].nettCents, 0));
  const text =
    open.length > 0
      ? `Without a bank result for every line: ${open.map(({ reference }) => reference).join(', ')}.`
      : runs.length === 0
        ? 'No run has a pay date in this month.'
        : `${count(runs.length, 'run', 'runs')}, and every line has a bank result.`;
  return {
    state: open.length > 0 ? 'blocked' : 'ready',
    text,
    figures: [
      figure('Runs', runs.length),
      figure('Paid', nett('paid')),
      figure('Failed', nett('failed')),
      figure('Returned', nett('returned')),
    ],
    page: '/payouts',
  };
}

async function reconciliationStep({ db }: Stores, { to }: Period): Promise<StepResult> {
  const last = await latestReconciliation(db);
  const covers = last !== null && last.askedAt >= startOfDay(addDays(to, 1)).toISOString();
  const page = '/reconciliations';
  if (!covers || !last?.finishedAt)
    return { state: 'blocked', text: 'No reconciliation has finished since the end of the month.', figures: [], page };
  const { differences, finishedAt } = last;
  return {
    state: differences === 0 ? 'ready' : 'blocked',
    text:
      differences === 0
        ? `The reconciliation of ${formatInstant(finishedAt)} found no difference.`
        : `The reconciliation of ${formatInstant(finishedAt)} found ${count(differences, 'difference', 'differences')}.`,
    // A later reconciliation with the same result leaves the sign-off in force.
    figures: [figure('Differences', differences)],
    page,
  };
}

async function payeStep({ db, log }: Stores, { month }: Period): Promise<StepResult> {
  const rows = await payeByTreatment(db, month);
  const sum = (field: 'grossCents' | 'payeCents'): Cents => rows.reduce((total, row) => total + row[field], 0);
  const due = emp201DueOn(month, await loadExtraDays(log));
  return {
    state: sum('payeCents') < 0 ? 'attention' : 'ready',
    text: `PAYE on the payments of ${formatMonth(month)}, due to SARS on ${formatDay(due)}.`,
    figures: [
      figure('Gross paid', formatRand(sum('grossCents'))),
      figure('PAYE', formatRand(sum('payeCents'))),
      figure('Due', formatDay(due)),
    ],
    page: '/tax-years',
  };
}

async function controlsStep(services: Stores, { from, to }: Period): Promise<StepResult> {
  const findings = await controlFindings(services, from, to);
  return {
    state: findings.length === 0 ? 'ready' : 'attention',
    text:
      findings.length === 0
        ? 'No exception to the control rules.'
        : `${count(findings.length, 'exception', 'exceptions')} to the control rules.`,
    figures: [figure('Exceptions', findings.length)],
    counted: findings.map(({ control, at, subject, what }) => [control, at, subject, what].join(' ')).sort(),
    page: `/controls?from=${from}&to=${to}`,
  };
}

interface Books {
  readonly openingCents: Cents;
  readonly closingCents: Cents;
  readonly found: StepResult;
}

/** The journal of the month: balanced, and from the balances owed before it to those after it. */
async function journalOf({ db }: Stores, { from, to }: Period): Promise<Books> {
  const [before, within] = await Promise.all([
    journalRows(db, FIRST_DAY, addDays(from, -1)),
    journalRows(db, from, to),
  ]);
  const openingCents = payableBalanceOf(before);
  const closingCents = openingCents + payableBalanceOf(within);
  const totals = accountTotals(journalLines(within));
  const sum = (side: 'debitCents' | 'creditCents'): bigint => totals.reduce((all, row) => all + BigInt(row[side]), 0n);
  const isBalanced = sum('debitCents') === sum('creditCents');
  return {
    openingCents,
    closingCents,
    found: {
      state: isBalanced ? 'ready' : 'blocked',
      text: isBalanced ? 'Debits equal credits.' : 'Debits differ from credits. Ask an administrator to check.',
      figures: [
        figure('Owed before', formatRand(openingCents)),
        figure('Debits', formatRand(Number(sum('debitCents')))),
        figure('Credits', formatRand(Number(sum('creditCents')))),
        figure('Owed after', formatRand(closingCents)),
      ],
      page: `/ledger?from=${from}&to=${to}`,
    },
  };
}

export const MONTH_MODELS: readonly string[] = [
  ...new Set([
    ...[monthCloses, latePostings, holds, balances, payouts, payoutLines].map(({ name }) => name),
    ...[reconciliations, journal, tax].map(({ name }) => name),
    ...CONTROL_MODELS,
  ]),
];

/** A step that counts nothing keeps the digest of earlier releases. */
const digestOf = ({ state, figures, counted = [] }: StepResult): string =>
  hash('sha256', JSON.stringify([state, figures, ...(counted.length === 0 ? [] : [counted])]));

export const periodOf = (month: Month): Period => ({
  month,
  from: `${month}-01`,
  to: addDays(addMonths(`${month}-01`, 1), -1),
});

/** Throws `month-close.incomplete` while a read model is behind or could not process an event. */
export async function computeCompleteMonth(services: Stores, month: Month, now: Date) {
  await waitForCompleteFigures(services, MONTH_MODELS, 'month-close.incomplete');
  return computeMonth(services, month, now);
}

/** Computes every step of a month (L16). For the current month the figures run up to now. */
export async function computeMonth(services: Stores, month: Month, now: Date) {
  const period = periodOf(month);
  const late = await latePostingsOf(services.db, month);
  const [holds, runs, reconciliation, books, paye, controls] = await Promise.all([
    holdsStep(services, period),
    runsStep(services, period),
    reconciliationStep(services, period),
    journalOf(services, period),
    payeStep(services, period),
    controlsStep(services, { ...period, to: period.to < dayOf(now) ? period.to : dayOf(now) }),
  ]);
  const found: Readonly<Record<CloseStep, StepResult>> = {
    'late-postings': latePostingsStep(late),
    holds,
    'payout-runs': runs,
    reconciliation,
    journal: books.found,
    paye,
    controls,
  };
  const { openingCents, closingCents } = books;
  const steps = Object.entries(CLOSE_STEPS).map(([name, title]): ComputedStep => {
    const step = name as CloseStep;
    const { counted: _counted, ...shown } = found[step];
    return { step, title, ...shown, digest: digestOf(found[step]) };
  });
  return { ...period, openingCents, closingCents, steps, latePostings: late };
}

const isSignedOff = (row: MonthCloseRow | null, { step, digest }: ComputedStep): boolean =>
  row?.steps[step]?.digest === digest;

/** In an open month the steps that are signed off on their present figures; in a closed one those of its closing. */
export const signedOffSteps = (row: MonthCloseRow | null, steps: readonly ComputedStep[]): ReadonlySet<CloseStep> =>
  row?.status === 'closed'
    ? signOffsOf(row)
    : new Set(steps.filter((each) => isSignedOff(row, each)).map(({ step }) => step));

/** The steps that have a sign-off, also on figures that changed since. */
export const signOffsOf = (row: MonthCloseRow | null): ReadonlySet<CloseStep> =>
  new Set(CLOSE_STEP_NAMES.filter((step) => typeof row?.steps[step]?.signedBy === 'number'));
