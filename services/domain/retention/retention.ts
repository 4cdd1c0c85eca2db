import type { AgentDetails } from '../agent/details.ts';
import { addDays, type Day, taxYearOf } from '../calendar.ts';
import { type RetentionEvent, type TaxPerson, taxPerson } from './events.ts';

/** Retention period of money events in years. */
const YEARS = 7;

/** The last retention day of payments made by `day`: seven years after the end of that tax year. */
export const keptUntil = (day: Day): Day => addDays(`${taxYearOf(day) + YEARS}-03-01`, -1);

/** The stream of the retained details of an erased agent. */
export const retainedStreamOf = (agentId: number): string => `retained-agent-${agentId}`;

/** The part of an agent's details that tax law requires. */
export const taxPersonOf = (details: AgentDetails): TaxPerson => taxPerson.parse(details);

/** The retained details, or null: never retained, or the retention period is over. */
export const retainedPerson = (events: readonly RetentionEvent[]): TaxPerson | null => {
  const kept = events.find((event) => event.type === 'TaxRecordRetained');
  return kept && !events.some(({ type }) => type === 'TaxRecordDestroyed') ? kept.data.personal : null;
};

/** The last retention day of the details that are still retained, or null where there are none. */
export const retainedUntil = (events: readonly RetentionEvent[]): Day | null => {
  const kept = events.find((event) => event.type === 'TaxRecordRetained');
  return kept && !events.some(({ type }) => type === 'TaxRecordDestroyed') ? kept.data.until : null;
};
