import type { CommandContext } from '@fynbos/domain/decider.ts';
import { type CertifiableYear, certifiableYears, type TaxedMonth } from '@fynbos/domain/tax/certifiable-years.ts';
import {
  type CertificateCommand,
  certificateDecider,
  certificateIdOf,
  certificateNumber,
  certificateStream,
} from '@fynbos/domain/tax/certificate.ts';
import type { TaxEvent } from '@fynbos/domain/tax/events.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type { Reaction } from '@fynbos/projections/engine/reaction.ts';
import { taxMonthsByAgent } from '@fynbos/projections/tax/queries.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import type pg from 'pg';
import { causedBy } from '../caused-by.ts';
import { loadMany } from '../handle.ts';
import type { Application } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-model.ts';

export interface TaxDeps extends Pick<Application, 'log' | 'now'> {
  readonly db: pg.Pool;
  /** The employer's PAYE reference at SARS: ten digits. */
  readonly payeReference: string;
}

type Ordered = Extract<TaxEvent, { type: 'CertificatesOrdered' }>;

/** Agents per append when certificates are issued. */
const AGENTS_AT_ONCE = 1000;

/** The commands that bring an agent's certificates up to date, by stream. */
function commandsFor(
  payeReference: string,
  { taxYear, version }: Ordered['data'],
  at: string,
  [agentId, months]: readonly [number, readonly TaxedMonth[]],
): [string, CertificateCommand][] {
  const streamOf = (year: CertifiableYear): string => certificateStream(certificateIdOf(agentId, taxYear, year));
  const { years, without } = certifiableYears(months);
  return [
    ...years.map((year): [string, CertificateCommand] => {
      const certificate = {
        ...year,
        directiveNumbers: [...year.directiveNumbers],
        months: [...year.months],
        certificateNo: certificateNumber(payeReference, taxYear, agentId, year, version),
        ...{ agentId, taxYear, version, issuedAt: at },
      };
      return [streamOf(year), { type: 'IssueCertificate', certificate }];
    }),
    ...without.map((year): [string, CertificateCommand] => {
      const { grossCents, payeCents } = year;
      return [streamOf(year), { type: 'WithdrawCertificate', version, grossCents, payeCents, at }];
    }),
  ];
}

/**
 * Issues the certificates of a tax year that are new or have changed figures, and withdraws those without income (T3,
 * T5). A repeated call changes nothing. Throws `StoreUnavailable` when the signal aborts and on a concurrent change.
 */
export async function issueCertificates(
  { log, db, payeReference }: TaxDeps,
  order: Ordered['data'],
  context: CommandContext,
  signal: AbortSignal,
): Promise<void> {
  const at = context.now.toISOString();
  for (let after = 0; ; ) {
    if (signal.aborted) throw new StoreUnavailable('the process is stopping');
    const agents = await taxMonthsByAgent(db, order.taxYear, after, AGENTS_AT_ONCE);
    if (agents.size === 0) return;
    const commands = [...agents].flatMap((agent) => commandsFor(payeReference, order, at, agent));
    const streamIds = commands.map(([streamId]) => streamId);
    const loaded = await loadMany(log, certificateDecider, streamIds, { personal: false });
    const changes = commands.flatMap(([streamId, command]) => {
      const known = loaded.get(streamId);
      if (!known) throw new Error(`stream ${streamId} was not loaded`);
      const events = certificateDecider.decide(command, known.state);
      return events.length === 0 ? [] : [{ stream: known.stream, events, context }];
    });
    const outcomes = changes.length > 0 ? await log.append(changes) : [];
    if (outcomes.some(({ ok }) => !ok)) throw new StoreUnavailable('certificates were changed concurrently');
    after = Math.max(...agents.keys());
  }
}

/** Issues the certificates of a tax year after an order. No read waits for this reaction. */
export const certificatesReaction = (deps: TaxDeps): Reaction => ({
  // Differs from the read model's name: both have checkpoints in one table.
  name: 'issue-certificates',
  eventTypes: ['CertificatesOrdered'],
  appends: [],
  startAt: 'first',
  batchSize: 1,
  async react(batch, { signal }) {
    for (const event of batch as readonly FoldEvent<Ordered>[]) {
      await waitForReadModel(deps.db, tax.name, event.position, signal);
      await issueCertificates(deps, event.data, causedBy(event, 'issue-certificates', deps.now()), signal);
    }
  },
});
