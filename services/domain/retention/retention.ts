import type { AgentDetails } from '../agent/details.ts';
import { addDays, type Day, taxYearOf } from '../calendar.ts';
import { type RetentionEvent, type TaxPerson, taxPerson } from './events.ts';

/** Money events are kept for seven years. */
const YEARS = 7;

/** The last day on which what was paid by `day` has to be kept: seven years after the end of that tax year. */
export const keptUntil = (day: Day): Day => addDays(`${taxYearOf(day) + YEARS}-03-01`, -1);

/** The stream of what is kept of an agent who was forgotten. */
export const retainedStreamOf = (agentId: number): string => `retained-agent-${agentId}`;

/** Of an agent's details what the tax law wants kept. */
export const taxPersonOf = (details: AgentDetails): TaxPerson => taxPerson.parse(details);

/** What is kept, or null: never kept, or its time is over. */
export const retainedPerson = (events: readonly RetentionEvent[]): TaxPerson | null => {
  const kept = events.find((event) => event.type === 'TaxRecordRetained');
  return kept && !events.some(({ type }) => type === 'TaxRecordDestroyed') ? kept.data.personal : null;
};

/** The last day of what is still kept, or null where nothing is. */
export const retainedUntil = (events: readonly RetentionEvent[]): Day | null => {
  const kept = events.find((event) => event.type === 'TaxRecordRetained');
  return kept && !events.some(({ type }) => type === 'TaxRecordDestroyed') ? kept.data.until : null;
};
