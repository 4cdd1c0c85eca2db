import type { CommandContext } from '@fynbos/domain/decider.ts';
import { type CertifiableYear, certifiableYears, type TaxedMonth } from '@fynbos/domain/tax/certifiable-years.ts';
import {
  type CertificateCommand,
  type CertificateState,
  certificateDecider,
  certificateIdOf,
  certificateNumber,
  certificateStream,
} from '@fynbos/domain/tax/certificate.ts';
import type { TaxEvent } from '@fynbos/domain/tax/events.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { taxMonthsByAgent } from '@fynbos/projections/tax/queries.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { causedBy } from '../caused-by.ts';
import { handleMany, type StreamCommand } from '../handle-many.ts';
import type { Essentials } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-model.ts';

export interface TaxDeps extends Essentials {
  /** The employer's PAYE reference at SARS: ten digits. */
  readonly payeReference: string;
}

type Ordered = Extract<TaxEvent, { type: 'CertificatesOrdered' }>;

/** Agents per append when certificates are issued. */
const AGENTS_AT_ONCE = 1000;

/** The commands that bring an agent's certificates up to date. */
function commandsFor(
  payeReference: string,
  { taxYear, version }: Ordered['data'],
  context: CommandContext,
  [agentId, months]: readonly [number, readonly TaxedMonth[]],
): StreamCommand<CertificateState, CertificateCommand>[] {
  const to = (year: CertifiableYear, command: CertificateCommand) => ({
    streamId: certificateStream(certificateIdOf(agentId, taxYear, year)),
    command,
    context,
  });
  const at = context.now.toISOString();
  const { years, without } = certifiableYears(months);
  return [
    ...years.map((year) => {
      const certificate = {
        ...year,
        directiveNumbers: [...year.directiveNumbers],
        months: [...year.months],
        certificateNo: certificateNumber(payeReference, taxYear, agentId, year, version),
        agentId,
        taxYear,
        version,
        issuedAt: at,
      };
      return to(year, { type: 'IssueCertificate', certificate });
    }),
    ...without.map((year) => {
      const { grossCents, payeCents } = year;
      return to(year, { type: 'WithdrawCertificate', version, grossCents, payeCents, at });
    }),
  ];
}

/**
 * Issues the certificates of a tax year that are new or have changed figures, and withdraws those without income (T3,
 * T5). A repeated call changes nothing. Throws `StoreUnavailable` when the signal aborts and after repeated conflicts.
 */
export async function issueCertificates(
  { log, db, payeReference }: TaxDeps,
  order: Ordered['data'],
  context: CommandContext,
  signal: AbortSignal,
): Promise<void> {
  for (let after = 0; ; ) {
    if (signal.aborted) throw new StoreUnavailable('the process is stopping');
    const agents = await taxMonthsByAgent(db, order.taxYear, after, AGENTS_AT_ONCE);
    if (agents.size === 0) return;
    const commands = [...agents].flatMap((agent) => commandsFor(payeReference, order, context, agent));
    await handleMany(log, certificateDecider, commands);
    after = Math.max(...agents.keys());
  }
}

/** Issues the certificates of a tax year after an order. No read waits for this reaction. */
export const certificatesReaction = (deps: TaxDeps): Reaction =>
  reactionTo<Ordered>({
    // Differs from the read model's name: both have checkpoints in one table.
    name: 'issue-certificates',
    eventTypes: ['CertificatesOrdered'],
    appends: [],
    startAt: 'first',
    batchSize: 1,
    async react(batch, { signal }) {
      for (const event of batch) {
        await waitForReadModel(deps.db, tax.name, event.position, signal);
        await issueCertificates(deps, event.data, causedBy(event, 'issue-certificates', deps.now()), signal);
      }
    },
  });
