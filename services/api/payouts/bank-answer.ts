import { isDeepStrictEqual } from 'node:util';
import { adminOf } from '@fynbos/application/caller.ts';
import { RunSession } from '@fynbos/application/payouts/run-session.ts';
import { agentReference } from '@fynbos/domain/bank-files/reference.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { BankOutcome } from '@fynbos/domain/payout-run/events.ts';
import { ANSWER_PART } from '@fynbos/domain/payout-run/payout-run.ts';
import type { BankAnswer } from '@fynbos/domain/payout-run/state.ts';
import type { Pool } from 'pg';
import type { Answer, Call } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { agentsByReference } from './answer-references.ts';
import type { AnswerLine } from './payout-input.ts';

/**
 * Returns the run's agents for the references in a bank response. Refuses, by name, references that match no line or
 * two lines.
 */
async function outcomesOf(pool: Pool, session: RunSession, lines: readonly AnswerLine[]): Promise<BankOutcome[]> {
  const agentsOf = await agentsByReference(
    pool,
    session,
    lines.map(({ reference }) => reference),
  );
  const seen = new Set<number>();
  const errors: { field: string; message: string }[] = [];
  const outcomes = lines.flatMap(({ reference, outcome, reason }, index): BankOutcome[] => {
    const [agent, ...others] = agentsOf(reference);
    const refuse = (message: string) => {
      errors.push({ field: `line ${index + 2}`, message });
      return [];
    };
    if (!agent) return refuse(`${reference} is no line of this run.`);
    if (others.length > 0) {
      const all = [agent, ...others].map(agentReference).join(' or ');
      return refuse(`${reference} may be ${all}: give the reference that stands in the file.`);
    }
    const { agentId } = agent;
    if (seen.has(agentId)) return refuse(`${reference} is answered twice.`);
    seen.add(agentId);
    return [{ agentId, outcome, reason }];
  });
  if (errors.length > 0) {
    throw new DomainError(
      'invalid',
      'payout-run.answer',
      'The answer does not fit the run. Nothing was taken.',
      errors.slice(0, 50),
    );
  }
  return outcomes;
}

type AnswerTerms = Readonly<Pick<BankAnswer, 'rest' | 'on'>>;

/**
 * Refuses a response that differs from the one recorded under this id. An interrupted response must continue unchanged,
 * and an accepted one cannot be replaced. The same response again passes.
 */
async function refuseAnother(
  session: RunSession,
  answerId: string,
  outcomes: readonly BankOutcome[],
  { rest, on }: AnswerTerms,
): Promise<void> {
  const before = session.state.answers.get(answerId);
  if (!before) return;
  const recorded = [...(await session.outcomesOf(answerId)).values()];
  const isBeginning = recorded.every((one, index) => isDeepStrictEqual(one, outcomes[index]));
  const isSame = recorded.length === outcomes.length && before.rest === rest && before.on === on;
  if (isBeginning && (isSame || !before.isTaken)) return;
  throw new DomainError(
    'conflict',
    'payout-run.answer-differs',
    'Another answer was sent under this answerId. Send this one under an id of its own.',
  );
}

/**
 * Records a bank response in parts and accepts it (`read` parses it once the run is known). The lines are settled in
 * the background. The same response again changes nothing; a different one under its id is refused.
 */
export async function takeBankAnswer(
  { log, pool }: Services,
  call: Call,
  { answerId, rest, on }: { answerId: string; rest: 'paid' | 'open'; on: string },
  read: () => Promise<readonly AnswerLine[]>,
): Promise<Answer> {
  const runId = call.params.id as string;
  const session = await RunSession.open(log, runId);
  if (session.state.status === 'none')
    throw new DomainError('not-found', 'payout-run.unknown', 'There is no such payout run.');
  const lines = await read();
  if (lines.length === 0 && rest === 'open')
    throw new DomainError('invalid', 'payout-run.answer', 'The answer says nothing.');
  const outcomes = await outcomesOf(pool, session, lines);
  await refuseAnother(session, answerId, outcomes, { rest, on });
  const parts = Math.ceil(outcomes.length / ANSWER_PART);
  for (let part = 1; part <= parts; part++) {
    const own = outcomes.slice((part - 1) * ANSWER_PART, part * ANSWER_PART);
    await session.execute({ type: 'RecordBankAnswer', answerId, part, outcomes: own }, call.context);
  }
  const by = String(adminOf(call.caller).adminId);
  const returned = outcomes.flatMap(({ agentId, outcome }) => (outcome === 'returned' ? [agentId] : []));
  const paidOn = returned.length > 0 ? await session.lastPaidOn(new Set(returned)) : null;
  await session.execute(
    { type: 'TakeBankAnswer', answerId, parts, rest, on, paidOn, by, at: call.context.now.toISOString() },
    call.context,
  );
  return {
    body: { id: runId, answerId, lines: outcomes.length, message: 'Taken. The lines are being settled.' },
    position: session.position ?? null,
  };
}
