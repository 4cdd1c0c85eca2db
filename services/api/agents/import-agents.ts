import { randomUUID } from 'node:crypto';
import { knownBanks } from '@fynbos/application/agents/known-banks.ts';
import { nextIds } from '@fynbos/application/sign-in/schema.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { ownerIn } from '@fynbos/event-store/claims.ts';
import { type LoadedStream, newStream } from '@fynbos/event-store/event-log.ts';
import type { Services } from '../http/services.ts';
import type { ImportAnswer, ImportRun, LineHandlers } from '../imports/import.ts';
import { type AgentLine, lineOf, readAgentLine, sameAgent } from './import-agent-line.ts';
import { abandonedOf, CLAIMED_FIELDS, type ClaimedField, claimAll, claimStreamsOf } from './import-claims.ts';

type Streams = ReadonlyMap<string, LoadedStream>;

const TAKEN: Readonly<Record<ClaimedField, string>> = {
  loyaltyTrackingNo: AGENT_MESSAGES.trackingNumberTaken,
  emailAddress: AGENT_MESSAGES.emailTaken,
  idNumber: AGENT_MESSAGES.idNumberTaken,
};
const CHANGED = 'This agent is here already, with other details.';

/** A line to record. */
interface Work {
  readonly index: number;
  readonly line: AgentLine;
  readonly claims: Record<ClaimedField, string>;
  /** Set when an interrupted import claimed the number for an agent that was never created. */
  owner: string | null;
}

const conflict = (path: string, message: string): ImportAnswer => ({ result: 'conflict', errors: [{ path, message }] });
const withWarnings = ({ warnings }: AgentLine): Pick<ImportAnswer, 'warnings'> =>
  warnings.length > 0 ? { warnings } : {};

const eventsOf = (stream: LoadedStream | undefined): readonly AgentEvent[] =>
  (stream?.events ?? []) as unknown as readonly AgentEvent[];

/**
 * Returns the events that migrate an agent: registered, active since the given day, and asked by e-mail to set a
 * password.
 */
function takenOver(agentId: number, line: AgentLine, now: Date): AgentEvent[] {
  const at = now.toISOString();
  const { details, bank, termsAccepted, employerConsent, loyaltyTrackingNo, activeFrom } = line;
  const commands: AgentCommand[] = [
    {
      type: 'RegisterAgent',
      at,
      agentId,
      source: 'import',
      details,
      bank,
      passwordHash: null,
      termsAccepted,
      employerConsent,
    },
    { type: 'Activate', at, loyaltyTrackingNo, activeFrom },
    { type: 'RequestPasswordLink', at, requestId: randomUUID(), how: 'set' },
  ];
  let state = agentDecider.initial;
  const events: AgentEvent[] = [];
  for (const command of commands) {
    const made = agentDecider.decide(command, state);
    for (const event of made) state = agentDecider.evolve(state, event);
    events.push(...made);
  }
  return events;
}

/** Agents of one import. Keeps its own earlier lines, because no claim shows them in a dry run or within a batch. */
class AgentImport {
  private readonly seen: Record<ClaimedField, Map<string, AgentLine>> = {
    loyaltyTrackingNo: new Map(),
    emailAddress: new Map(),
    idNumber: new Map(),
  };

  constructor(
    private readonly services: Services,
    private readonly run: ImportRun,
  ) {}

  /** Answers lines in order, in five round trips for any number of lines. */
  async record(values: readonly object[]): Promise<ImportAnswer[]> {
    const answers: ImportAnswer[] = new Array(values.length);
    const known = await knownBanks(this.services);
    const lines = values.map((value) => readAgentLine(value, known));
    const works: Work[] = [];
    lines.forEach((line, index) => {
      if ('result' in line) answers[index] = line;
      else works.push({ index, line, claims: claimStreamsOf(this.services.log, line), owner: null });
    });
    const { claims, owners, abandoned } = await this.known(works);
    const fresh = works.filter((work) => {
      const answer = this.answerFrom(work, claims, owners, abandoned) ?? this.answerFromSeen(work);
      if (answer) answers[work.index] = answer;
      return !answer;
    });
    if (this.run.dryRun)
      for (const { index, line } of fresh) {
        answers[index] = { result: 'recorded', ...withWarnings(line) };
        this.run.pretendedAgents.add(line.loyaltyTrackingNo);
      }
    else await this.append(fresh, claims, owners, answers);
    return answers;
  }

  /** Loads the claims of the lines, the agents that own them, and the claims without an owner. */
  private async known(
    works: readonly Work[],
  ): Promise<{ claims: Streams; owners: Streams; abandoned: ReadonlySet<string> }> {
    const { log } = this.services;
    const claims = await log.readStreams(works.flatMap((work) => Object.values(work.claims)));
    const holders = [...claims.values()].map(({ events }) => ownerIn(events)).filter((owner) => owner !== null);
    const owners = await log.readStreams([...new Set(holders)], { personal: true });
    const landed = (owner: string) => eventsOf(owners.get(owner)).length > 0;
    return { claims, owners, abandoned: await abandonedOf(log, claims.values(), landed) };
  }

  /**
   * Answers from the recorded data: the same line again, other content under the number, or another agent's address.
   */
  private answerFrom(
    work: Work,
    claims: Streams,
    owners: Streams,
    abandoned: ReadonlySet<string>,
  ): ImportAnswer | null {
    const landed = (owner: string) => eventsOf(owners.get(owner)).length > 0;
    const byNumber = ownerIn(claims.get(work.claims.loyaltyTrackingNo)?.events ?? []);
    if (byNumber !== null && landed(byNumber)) {
      const recorded = lineOf(eventsOf(owners.get(byNumber)));
      return recorded && sameAgent(recorded, work.line)
        ? { result: 'duplicate' }
        : conflict('loyaltyTrackingNo', CHANGED);
    }
    work.owner = byNumber;
    for (const field of ['emailAddress', 'idNumber'] as const) {
      const claim = work.claims[field];
      const holder = abandoned.has(claim) ? null : ownerIn(claims.get(claim)?.events ?? []);
      if (holder === null || holder === work.owner) continue;
      // Another caller is claiming the value right now. The result is known in half a minute.
      return landed(holder) ? conflict(field, TAKEN[field]) : { result: 'unavailable', ...withWarnings(work.line) };
    }
    return null;
  }

  /** Answers from the import's own earlier lines as if they were recorded. */
  private answerFromSeen({ line, claims }: Work): ImportAnswer | null {
    const earlier = this.seen.loyaltyTrackingNo.get(claims.loyaltyTrackingNo);
    if (earlier) return sameAgent(earlier, line) ? { result: 'duplicate' } : conflict('loyaltyTrackingNo', CHANGED);
    for (const field of ['emailAddress', 'idNumber'] as const) {
      if (this.seen[field].has(claims[field])) return conflict(field, TAKEN[field]);
    }
    for (const field of CLAIMED_FIELDS) this.seen[field].set(claims[field], line);
    return null;
  }

  /** Appends the claims first, then the agents. A line that loses a claim to another caller has to be sent again. */
  private async append(
    works: readonly Work[],
    claims: Streams,
    owners: Streams,
    answers: ImportAnswer[],
  ): Promise<void> {
    if (works.length === 0) return;
    const { log, pool } = this.services;
    const { context } = this.run;
    const ids = await nextIds(pool, 'agent', works.length);
    const owned = works.map((work, n) => {
      const owner = work.owner ?? `agent-${ids[n]}`;
      // The stream as it was before its claims. A claim takeover bumps its revision.
      return { ...work, agentId: Number(owner.slice('agent-'.length)), stream: owners.get(owner) ?? newStream(owner) };
    });
    const wanted = owned.flatMap(({ index, stream, claims: claimed }) =>
      CLAIMED_FIELDS.map((field) => ({
        index,
        stream: claims.get(claimed[field]) as LoadedStream,
        owner: stream.streamId,
      })),
    );
    const lost = await claimAll(log, wanted, owners, context);
    const won = owned.filter(({ index }) => !lost.has(index));
    for (const { index, line, claims: claimed } of owned) {
      if (!lost.has(index)) continue;
      answers[index] = { result: 'unavailable', ...withWarnings(line) };
      for (const field of CLAIMED_FIELDS) this.seen[field].delete(claimed[field]);
    }
    await this.appendAgents(won, context, answers);
  }

  private async appendAgents(
    won: readonly (Work & { agentId: number; stream: LoadedStream })[],
    context: CommandContext,
    answers: ImportAnswer[],
  ): Promise<void> {
    const { log } = this.services;
    const outcomes = await log.append(
      won.map(({ agentId, line, stream }) => ({ stream, events: takenOver(agentId, line, context.now), context })),
    );
    // Another caller that sends the same lines may have appended first.
    won.forEach(({ index, line }, n) => {
      const outcome = outcomes[n];
      answers[index] = outcome?.ok
        ? { result: 'recorded', position: outcome.position, ...withWarnings(line) }
        : { result: 'unavailable', ...withWarnings(line) };
    });
  }
}

/** Handler of an import's `agent` lines, identified by tracking number. */
export function agentLines(services: Services, run: ImportRun): LineHandlers {
  const agents = new AgentImport(services, run);
  return { agent: (values) => agents.record(values) };
}
