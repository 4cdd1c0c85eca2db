import { businessDayFrom } from '@fynbos/domain/business-days/business-days.ts';
import { addDays, addMonths, type Day, taxYearOf } from '@fynbos/domain/calendar.ts';

/** The bank's response to some lines, by their place in the file; all others are paid. */
interface DemoAnswer {
  readonly on: Day;
  readonly failed: number;
  /** When a paid line was returned, if it was. */
  readonly returnedOn: Day | null;
}

export interface DemoPayout {
  readonly key: string;
  readonly batch: 'eft' | 'cross-border';
  readonly proposedOn: Day;
  readonly cutOff: Day;
  readonly payDate: Day;
  /** `waiting` for approval; `sent` without a response; `cancelled` by the proposer. */
  readonly fate: 'waiting' | 'sent' | 'cancelled' | 'answered';
  readonly answer: DemoAnswer | null;
}

export interface DemoCertificates {
  readonly taxYear: number;
  readonly on: Day;
}

/** The 15th of each month, or the business day after it, pays what was earned by the end of the month before. */
const PAY_DAY = '15';
const PROPOSED_BEFORE = 4;
/** The first month with a payout. */
const FIRST_MONTH = 2;

/** The demo history has no proclaimed holiday. */
const NONE_PROCLAIMED = new Map();

function answeredRun(month: Day, index: number, last: Day): DemoPayout {
  const payDate = businessDayFrom(`${month.slice(0, 8)}${PAY_DAY}`, NONE_PROCLAIMED);
  const on = businessDayFrom(addDays(payDate, 1), NONE_PROCLAIMED);
  const back = businessDayFrom(addDays(payDate, 6), NONE_PROCLAIMED);
  return {
    key: payDate,
    batch: 'eft',
    proposedOn: addDays(payDate, -PROPOSED_BEFORE),
    cutOff: addDays(month, -1),
    payDate,
    fate: 'answered',
    answer: { on, failed: index % 3 === 1 ? 2 : 0, returnedOn: index % 3 === 1 && back <= last ? back : null },
  };
}

/**
 * Every other month with the bank's response, a cross-border run without one, a cancelled run, and one of yesterday
 * that waits for approval. `first`, `last`: days of the history.
 */
export function makePayouts(first: Day, last: Day): readonly DemoPayout[] {
  const months: Day[] = [];
  for (let month = `${addMonths(first, FIRST_MONTH).slice(0, 8)}01`; month <= last; month = addMonths(month, 2))
    months.push(month);
  const answered = months
    .map((month, index) => answeredRun(month, index, last))
    .filter(({ answer }) => answer !== null && answer.on < addDays(last, -2));
  const soon = businessDayFrom(addDays(last, 4), NONE_PROCLAIMED);
  const open = { proposedOn: last, cutOff: addDays(last, -1), payDate: soon, answer: null };
  const abroad = addDays(last, -3);
  return [
    ...answered,
    { ...open, key: 'abroad', batch: 'cross-border', fate: 'sent', proposedOn: abroad, cutOff: addDays(abroad, -1) },
    { ...open, key: 'cancelled', batch: 'eft', fate: 'cancelled', proposedOn: addDays(last, -1) },
    { ...open, key: 'waiting', batch: 'eft', fate: 'waiting' },
  ];
}

/** Of the last tax year, in the third week of March or, if that is in the future, on the last day. */
export function makeCertificates(last: Day): DemoCertificates {
  const taxYear = taxYearOf(last) - 1;
  const planned = businessDayFrom(`${taxYear}-03-20`, NONE_PROCLAIMED);
  return { taxYear, on: planned < last ? planned : last };
}
