import type { Day } from '../calendar.ts';
import type { BankOutcome, PayoutRunEvent } from './events.ts';
import { NOT_SENT } from './reasons.ts';

export interface LineResult {
  readonly result: BankOutcome['outcome'] | typeof NOT_SENT;
  readonly on: Day | null;
}

/** The result of a line after another bank response; null where the response changes nothing. */
function resultAfter(
  before: LineResult['result'] | undefined,
  said: BankOutcome['outcome'],
): BankOutcome['outcome'] | null {
  if (before === undefined) return said === 'returned' ? 'failed' : said;
  return before === 'paid' && said === 'returned' ? said : null;
}

/**
 * The results of these agents' lines, by accepted responses and corrections, settled or not. Lines without a result are
 * absent.
 */
export class LineResults {
  readonly results = new Map<number, LineResult>();
  /** The number of accepted responses and corrections that the results contain. */
  changes = 0;
  private readonly named = new Map<string, BankOutcome>();

  constructor(private readonly agentIds: ReadonlySet<number>) {}

  add({ type, data }: PayoutRunEvent): void {
    const { agentIds, results } = this;
    if (type === 'PayoutLinesChecked') {
      for (const { agentId } of data.dropped)
        if (agentIds.has(agentId)) results.set(agentId, { result: NOT_SENT, on: null });
    } else if (type === 'BankAnswerRecorded') {
      for (const outcome of data.outcomes)
        if (agentIds.has(outcome.agentId)) this.named.set(`${data.answerId} ${outcome.agentId}`, outcome);
    } else if (type === 'BankAnswerTaken') {
      this.changes++;
      for (const agentId of agentIds) {
        const said = this.named.get(`${data.answerId} ${agentId}`)?.outcome ?? (data.rest === 'paid' ? 'paid' : null);
        const next = said && resultAfter(results.get(agentId)?.result, said);
        if (next) results.set(agentId, { result: next, on: data.on });
      }
    } else if (type === 'PayoutResultCorrected') {
      this.changes++;
      const { line, to, on } = data;
      if (agentIds.has(line.agentId)) results.set(line.agentId, { result: to, on });
    }
  }
}
