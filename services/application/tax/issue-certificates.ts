import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { type CertifiableYear, certifiableYears, type TaxedMonth } from '@fynbos/domain/tax/certifiable-years.ts';
import {
  type CertificateCommand,
  type CertificateState,
  type CertificateVersion,
  certificateDecider,
  certificateIdOf,
  certificateNumber,
  certificateStreamOf,
} from '@fynbos/domain/tax/certificate.ts';
import type { ReconciliationPeriod } from '@fynbos/domain/tax/emp501.ts';
import type { Certificate, TaxEvent } from '@fynbos/domain/tax/events.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { taxMonthsByAgent } from '@fynbos/projections/tax/queries.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { causedBy } from '../caused-by.ts';
import { load, sender } from '../handle.ts';
import { handleMany, type StreamCommand } from '../handle-many.ts';
import type { Application, Essentials, WithLog } from '../services.ts';
import { assertNothingBlocked, waitForReadModel } from '../wait-for-read-models.ts';

interface TaxServices extends Essentials {
  /** The employer's PAYE reference at SARS: ten digits. */
  readonly payeReference: string;
}

type CertificatesOrdered = Extract<TaxEvent, { type: 'CertificatesOrdered' }>;

/** Agents per append when certificates are issued. */
const AGENTS_PER_APPEND = 1000;

/** A certificate of an agent's year. `interim`: of the months to August. */
export const certificateOf = (
  payeReference: string,
  about: Pick<Certificate, 'agentId' | 'taxYear' | 'version' | 'issuedAt'>,
  year: CertifiableYear,
  period: ReconciliationPeriod = 'final',
): Certificate => ({
  ...year,
  directiveNumbers: [...year.directiveNumbers],
  months: [...year.months],
  certificateNo: certificateNumber(payeReference, about, year, period),
  ...about,
});

/** The taxed months of a year's agents, page by page. */
export async function* taxedAgents(db: Application['db'], taxYear: number) {
  for (let after = 0; ; ) {
    const agents = await taxMonthsByAgent(db, taxYear, after, AGENTS_PER_APPEND);
    if (agents.size === 0) return;
    yield agents;
    after = Math.max(...agents.keys());
  }
}

/** The commands that bring an agent's certificates up to date. */
function commandsFor(
  payeReference: string,
  { taxYear, version }: CertificatesOrdered['data'],
  context: CommandContext,
  [agentId, months]: readonly [number, readonly TaxedMonth[]],
): StreamCommand<CertificateState, CertificateCommand>[] {
  const to = (year: CertifiableYear, command: CertificateCommand) => ({
    streamId: certificateStreamOf(certificateIdOf(agentId, taxYear, year)),
    command,
    context,
  });
  const issuedAt = context.now.toISOString();
  const { years, without } = certifiableYears(months);
  return [
    ...years.map((year) => {
      const certificate = certificateOf(payeReference, { agentId, taxYear, version, issuedAt }, year);
      return to(year, { type: 'IssueCertificate', certificate });
    }),
    ...without.map((year) => {
      const { grossCents, payeCents } = year;
      return to(year, { type: 'WithdrawCertificate', version, grossCents, payeCents });
    }),
  ];
}

/** Those that are new or have changed figures; withdraws those without income (T3, T5). Repeatable. */
async function issueCertificates(
  { log, db, payeReference }: TaxServices,
  order: CertificatesOrdered['data'],
  context: CommandContext,
  signal: AbortSignal,
): Promise<void> {
  for await (const agents of taxedAgents(db, order.taxYear)) {
    if (signal.aborted) throw new StoreUnavailable('the process is stopping');
    const commands = [...agents].flatMap((agent) => commandsFor(payeReference, order, context, agent));
    await handleMany(log, certificateDecider, commands);
  }
}

/** Issues the certificates of a tax year after an order. No read waits for this reaction. */
export const certificatesReaction = (services: TaxServices): Reaction =>
  reactionTo<CertificatesOrdered>({
    // Differs from the read model's name: both have checkpoints in one table.
    name: 'issue-certificates',
    eventTypes: ['CertificatesOrdered'],
    batchSize: 1,
    async react(batch, { signal }) {
      for (const event of batch) {
        await waitForReadModel(services.db, tax.name, event.position, signal);
        // The checkpoint also passes events that could not be processed (T10).
        await assertNothingBlocked(services.db, [tax.name], 'tax.incomplete');
        await issueCertificates(services, event.data, causedBy(event, 'issue-certificates', services.now()), signal);
      }
    },
  });

/** Oldest first, by id (`{agentId}-{taxYear}-{type}`). Throws `tax.certificate-unknown`. */
export async function certificateVersions(
  { log }: WithLog,
  certificateId: string,
): Promise<readonly CertificateVersion[]> {
  const { state } = await load(log, certificateDecider, certificateStreamOf(certificateId));
  if (state.versions.length === 0)
    throw new DomainError('not-found', 'tax.certificate-unknown', 'Certificate not found.');
  return state.versions;
}

/** One version of a certificate; the newest if `version` is undefined. Throws `tax.certificate-unknown`. */
export async function certificateVersion(
  services: WithLog,
  certificateId: string,
  version: number | undefined,
): Promise<CertificateVersion> {
  const versions = await certificateVersions(services, certificateId);
  const found =
    version === undefined ? versions.at(-1) : versions.find(({ certificate }) => certificate.version === version);
  if (!found) throw new DomainError('not-found', 'tax.certificate-unknown', 'Version not found.');
  return found;
}

const sendToCertificate = sender(certificateDecider, certificateStreamOf);

/** Reissues the newest version. Throws `tax.certificate-{unknown,withdrawn}`. */
export async function reissueCertificate(
  services: WithLog,
  certificateId: string,
  reason: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const { certificate } = await certificateVersion(services, certificateId, undefined);
  const { certificateNo } = certificate;
  const command = { type: 'ReissueCertificate', certificateNo, reason } as const;
  return sendToCertificate(services, certificateId, command, { ...context, reason });
}
