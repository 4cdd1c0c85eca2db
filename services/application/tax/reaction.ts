import { fold } from '@fynbos/domain/decider.ts';
import {
  type CertificateCommand,
  certifiableYears,
  certificateDecider,
  certificateNumber,
  certificateStreamOf,
  type TaxedMonth,
} from '@fynbos/domain/tax/certificates.ts';
import type { TaxEvent } from '@fynbos/domain/tax/events.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type { Reaction } from '@fynbos/projections/engine/reaction.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type TaxRow, tax } from '@fynbos/projections/tax/tax.ts';
import type pg from 'pg';
import { causedBy } from '../caused-by.ts';
import { waitForReadModel } from '../wait-for-read-model.ts';

export interface TaxDeps {
  readonly log: EventLog;
  readonly db: pg.Pool;
  /** SARS: ten digits. */
  readonly payeReference: string;
  readonly now: () => Date;
}

type Ordered = Extract<TaxEvent, { type: 'CertificatesOrdered' }>;
type Asked = readonly [streamId: string, command: CertificateCommand];
const AGENTS = 1000;

/** The months of the next agents after `after` in a tax year. */
async function monthsOf(db: pg.Pool, taxYear: number, after: number): Promise<Map<number, TaxedMonth[]>> {
  const { rows } = await db.query<TaxRow>(
    `select * from ${readModelTable(tax).sql} where "taxYear" = $1 and "agentId" in
       (select distinct "agentId" from ${readModelTable(tax).sql} where "taxYear" = $1 and "agentId" > $2 order by "agentId" limit $3)
     order by "agentId", month, kind, id`,
    [taxYear, after, AGENTS],
  );
  const byAgent = new Map<number, TaxedMonth[]>();
  for (const { agentId, month, kind, directiveNumber, grossCents, payeCents } of rows) {
    byAgent.set(agentId, [...(byAgent.get(agentId) ?? []), { month, kind, directiveNumber, grossCents, payeCents }]);
  }
  return byAgent;
}

/**
 * Makes the certificates of a year, a thousand agents at a time, and withdraws those of which nothing is left. Repeating it
 * makes and withdraws none a second time.
 */
export async function issueCertificates(
  { log, db, payeReference }: TaxDeps,
  { data }: Pick<Ordered, 'data'>,
  context: ReturnType<typeof causedBy>,
  signal: AbortSignal,
): Promise<void> {
  const { taxYear, version } = data;
  const at = context.now.toISOString();
  for (let after = 0; ; ) {
    if (signal.aborted) throw new StoreUnavailable('the process ends');
    const agents = await monthsOf(db, taxYear, after);
    if (agents.size === 0) return;
    const commands = [...agents].flatMap(([agentId, months]) => {
      const { years, without } = certifiableYears(months);
      return [
        ...years.map((year): Asked => {
          const certificate = {
            ...year,
            directiveNumbers: [...year.directiveNumbers],
            months: [...year.months],
            certificateNo: certificateNumber(payeReference, taxYear, agentId, year, version),
            ...{ agentId, taxYear, version, issuedAt: at },
          };
          return [certificateStreamOf(agentId, taxYear, year), { type: 'IssueCertificate', certificate }];
        }),
        ...without.map((year): Asked => {
          const { grossCents, payeCents } = year;
          const command = { type: 'WithdrawCertificate', version, grossCents, payeCents, at } as const;
          return [certificateStreamOf(agentId, taxYear, year), command];
        }),
      ];
    });
    const streams = await log.readStreams(commands.map(([streamId]) => streamId));
    const changes = commands.flatMap(([streamId, command]) => {
      const stream = streams.get(streamId);
      if (!stream) throw new Error('a stream that was asked for was not answered');
      const state = fold(certificateDecider, certificateDecider.initial, stream.events as never);
      const events = certificateDecider.decide(command, state);
      return events.length === 0 ? [] : [{ stream, events, context }];
    });
    if (changes.length > 0) {
      const outcomes = await log.append(changes);
      if (outcomes.some(({ ok }) => !ok))
        throw new StoreUnavailable('certificates were issued by somebody else at the same time');
    }
    after = Math.max(...agents.keys());
  }
}

/** An order of certificates makes them. No read waits for it: a year of agents takes its time. */
export const certificatesReaction = (deps: TaxDeps): Reaction => ({
  // Not the read model's name: both have checkpoints in one table.
  name: 'issue-certificates',
  eventTypes: ['CertificatesOrdered'],
  appends: [],
  startAt: 'first',
  batchSize: 1,
  async react(batch, { signal }) {
    for (const event of batch as readonly FoldEvent<Ordered>[]) {
      await waitForReadModel(deps.db, tax.name, event.position, signal);
      await issueCertificates(deps, event, causedBy(event, 'issue-certificates', deps.now()), signal);
    }
  },
});
