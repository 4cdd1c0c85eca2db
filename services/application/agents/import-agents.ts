import { randomUUID } from 'node:crypto';
import { agentDecider, agentIdOf, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import { type AgentDetails, type BankAccount, EMAIL_CLAIM, ID_NUMBER_CLAIM } from '@fynbos/domain/agent/details.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { comparableIdNumber } from '@fynbos/domain/identity/id-number.ts';
import { claimAll, findAbandonedClaims } from '@fynbos/event-store/claims/claim-many.ts';
import { claimStreamId, ownerIn } from '@fynbos/event-store/claims/claims.ts';
import { type EventLog, type LoadedStream, newStream } from '@fynbos/event-store/event-log.ts';
import { appendDecided } from '../append-decided.ts';
import { ADMIN_EMAIL_CLAIM } from '../auth/find-person.ts';
import { nextIds } from '../auth/schema.ts';
import { eventsOf, stateOf } from '../handle.ts';
import type { ImportOutcome, ImportRun } from '../import-run.ts';
import type { ItemError } from '../rentals/record-rental-events.ts';
import { TRACKING_CLAIM } from '../rentals/references.ts';
import type { Stores } from '../services.ts';

export interface AgentLine {
  readonly loyaltyTrackingNo: string;
  readonly activeFrom: string;
  readonly termsAccepted: boolean;
  readonly employerConsent: boolean;
  readonly details: AgentDetails;
  readonly bank: BankAccount;
  readonly warnings: readonly ItemError[];
}

/** Earlier releases recorded lines without today's optional fields, which are blank when a line is read. */
const stated = (fields: Readonly<Record<string, string | undefined>>) =>
  Object.entries(fields)
    .filter(([, value]) => value)
    .sort(([one], [other]) => (one < other ? -1 : 1));

const contentOf = ({
  loyaltyTrackingNo,
  activeFrom,
  termsAccepted,
  employerConsent,
  details,
  bank,
}: Omit<AgentLine, 'warnings'>) =>
  JSON.stringify([
    loyaltyTrackingNo,
    activeFrom,
    termsAccepted,
    employerConsent,
    // The dial code follows from the number; older lines recorded another country's.
    stated({ ...details, countryDialCode: '' }),
    stated(bank),
  ]);

const sameAgent = (one: Omit<AgentLine, 'warnings'>, other: Omit<AgentLine, 'warnings'>): boolean =>
  contentOf(one) === contentOf(other);

/** An agent's first recorded data as an import line, wherever it came from; null for an erased agent. */
function lineOf(events: readonly AgentEvent[]): Omit<AgentLine, 'warnings'> | null {
  const registered = events.find((event) => event.type === 'AgentRegistered')?.data;
  const activated = events.find((event) => event.type === 'AgentActivated')?.data;
  if (!registered?.personal?.bank || !activated) return null;
  const { termsAccepted, employerConsent, personal } = registered;
  const { loyaltyTrackingNo, activeFrom } = activated;
  return {
    loyaltyTrackingNo,
    activeFrom,
    termsAccepted,
    employerConsent,
    details: personal.details,
    bank: personal.bank as BankAccount,
  };
}

const migrateAgent = (agentId: number, { warnings: _, ...line }: AgentLine): AgentCommand => ({
  type: 'MigrateAgent',
  agentId,
  requestId: randomUUID(),
  ...line,
});

type Streams = ReadonlyMap<string, LoadedStream>;

const CLAIMED_FIELDS = ['loyaltyTrackingNo', 'emailAddress', 'idNumber'] as const;
type ClaimedField = (typeof CLAIMED_FIELDS)[number];

const claimStreamsOf = ({ keys }: EventLog, { loyaltyTrackingNo, details }: AgentLine): Work['claims'] => ({
  loyaltyTrackingNo: claimStreamId(keys, TRACKING_CLAIM, loyaltyTrackingNo),
  emailAddress: claimStreamId(keys, EMAIL_CLAIM, comparableEmail(details.emailAddress)),
  idNumber: claimStreamId(keys, ID_NUMBER_CLAIM, comparableIdNumber(details.idNumber)),
  adminEmail: claimStreamId(keys, ADMIN_EMAIL_CLAIM, comparableEmail(details.emailAddress)),
});

const TAKEN_MESSAGES: Readonly<Record<ClaimedField, string>> = {
  loyaltyTrackingNo: AGENT_MESSAGES.trackingNumberTaken,
  emailAddress: AGENT_MESSAGES.emailTaken,
  idNumber: AGENT_MESSAGES.idNumberTaken,
};
const DIFFERENT_DETAILS_MESSAGE = 'This agent already exists with other details.';

interface Work {
  readonly index: number;
  readonly line: AgentLine;
  /** `adminEmail`: administrators of earlier releases have no claim that agents share. */
  readonly claims: Record<ClaimedField | 'adminEmail', string>;
  /** Set when an interrupted import claimed the number for an agent that was never created. */
  owner: string | null;
}

const conflict = (path: string, message: string): ImportOutcome => ({
  result: 'conflict',
  errors: [{ path, message }],
});
const withWarnings = ({ warnings }: AgentLine): Pick<ImportOutcome, 'warnings'> =>
  warnings.length > 0 ? { warnings } : {};

/** Agents of one import. Keeps its own earlier lines, because no claim shows them in a dry run or within a batch. */
export class AgentImport {
  private readonly seen: Record<ClaimedField, Map<string, AgentLine>> = {
    loyaltyTrackingNo: new Map(),
    emailAddress: new Map(),
    idNumber: new Map(),
  };

  constructor(
    private readonly services: Stores,
    private readonly run: ImportRun,
  ) {}

  /** Answers lines in order, in five round trips for any number of lines. An invalid line keeps its outcome. */
  async record(lines: readonly (AgentLine | ImportOutcome)[]): Promise<ImportOutcome[]> {
    const answers: ImportOutcome[] = new Array(lines.length);
    const works: Work[] = [];
    lines.forEach((line, index) => {
      if ('result' in line) answers[index] = line;
      else works.push({ index, line, claims: claimStreamsOf(this.services.log, line), owner: null });
    });
    const { claims, owners, abandoned } = await this.claimsAndOwners(works);
    const fresh = works.filter((work) => {
      const answer = this.answerFrom(work, claims, owners, abandoned) ?? this.answerFromSeen(work);
      if (answer) answers[work.index] = answer;
      return !answer;
    });
    if (this.run.dryRun)
      for (const { index, line } of fresh) {
        answers[index] = { result: 'recorded', ...withWarnings(line) };
        this.run.dryRunAgents.add(line.loyaltyTrackingNo);
      }
    else await this.append(fresh, claims, owners, answers);
    return answers;
  }

  /** Loads the claims of the lines, the agents that own them, and the claims without an owner. */
  private async claimsAndOwners(
    works: readonly Work[],
  ): Promise<{ claims: Streams; owners: Streams; abandoned: ReadonlySet<string> }> {
    const { log } = this.services;
    const claims = await log.readStreams(works.flatMap((work) => Object.values(work.claims)));
    const holders = [...claims.values()].map(({ events }) => ownerIn(events)).filter((owner) => owner !== null);
    const owners = await log.readStreams([...new Set(holders)], { personal: true });
    const isRecorded = (owner: string) => eventsOf(agentDecider, owners.get(owner)).length > 0;
    return { claims, owners, abandoned: await findAbandonedClaims(log, claims.values(), isRecorded) };
  }

  /** The same line again, other content under the number, or another agent's address. */
  private answerFrom(
    work: Work,
    claims: Streams,
    owners: Streams,
    abandoned: ReadonlySet<string>,
  ): ImportOutcome | null {
    const isRecorded = (owner: string) => eventsOf(agentDecider, owners.get(owner)).length > 0;
    const byNumber = ownerIn(claims.get(work.claims.loyaltyTrackingNo)?.events ?? []);
    if (byNumber !== null && isRecorded(byNumber)) {
      const recorded = lineOf(eventsOf(agentDecider, owners.get(byNumber)));
      return recorded && sameAgent(recorded, work.line)
        ? { result: 'duplicate' }
        : conflict('loyaltyTrackingNo', DIFFERENT_DETAILS_MESSAGE);
    }
    work.owner = byNumber;
    const { adminEmail } = work.claims;
    if (!abandoned.has(adminEmail) && ownerIn(claims.get(adminEmail)?.events ?? []) !== null)
      return conflict('emailAddress', TAKEN_MESSAGES.emailAddress);
    for (const field of ['emailAddress', 'idNumber'] as const) {
      const claim = work.claims[field];
      const holder = abandoned.has(claim) ? null : ownerIn(claims.get(claim)?.events ?? []);
      if (holder === null || holder === work.owner) continue;
      // Another caller is claiming the value right now. The result is known in half a minute.
      return isRecorded(holder)
        ? conflict(field, TAKEN_MESSAGES[field])
        : { result: 'unavailable', ...withWarnings(work.line) };
    }
    return null;
  }

  /** Answers from the import's own earlier lines as if they were recorded. */
  private answerFromSeen({ line, claims }: Work): ImportOutcome | null {
    const earlier = this.seen.loyaltyTrackingNo.get(claims.loyaltyTrackingNo);
    if (earlier)
      return sameAgent(earlier, line)
        ? { result: 'duplicate' }
        : conflict('loyaltyTrackingNo', DIFFERENT_DETAILS_MESSAGE);
    for (const field of ['emailAddress', 'idNumber'] as const) {
      if (this.seen[field].has(claims[field])) return conflict(field, TAKEN_MESSAGES[field]);
    }
    for (const field of CLAIMED_FIELDS) this.seen[field].set(claims[field], line);
    return null;
  }

  /** Appends the claims first, then the agents. A line that loses a claim to another caller has to be sent again. */
  private async append(
    works: readonly Work[],
    claims: Streams,
    owners: Streams,
    answers: ImportOutcome[],
  ): Promise<void> {
    if (works.length === 0) return;
    const { log, db } = this.services;
    const context = this.run.context();
    const ids = await nextIds(db, 'agent', works.length);
    const owned = works.map((work, n) => {
      const owner = work.owner ?? agentStreamOf(ids[n] as number);
      // The stream as it was before its claims. A claim takeover bumps its revision.
      return { ...work, agentId: agentIdOf(owner), stream: owners.get(owner) ?? newStream(owner) };
    });
    const claimRequests = owned.flatMap(({ index, stream, claims: claimed }) =>
      CLAIMED_FIELDS.map((field) => ({
        index,
        stream: claims.get(claimed[field]) as LoadedStream,
        owner: stream.streamId,
      })),
    );
    const lost = await claimAll(log, claimRequests, owners, context);
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
    answers: ImportOutcome[],
  ): Promise<void> {
    const at = context.now.toISOString();
    const changes = won.map(({ index, agentId, line, stream }) => {
      const events = agentDecider.decide(migrateAgent(agentId, line), stateOf(agentDecider, stream), at);
      return { index, line, stream, events, context };
    });
    const streamIds = won.map(({ stream }) => stream.streamId);
    // A conflict is not decided again: another caller that sends the same lines has appended first.
    const decide = async () => ({ changes });
    await appendDecided(this.services.log, {
      streamIds,
      retries: 0,
      decide,
      onOutcome({ index, line }, outcome) {
        answers[index] = outcome.ok
          ? { result: 'recorded', position: outcome.position, ...withWarnings(line) }
          : { result: 'unavailable', ...withWarnings(line) };
        return false;
      },
    });
  }
}
