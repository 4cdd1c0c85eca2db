import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { addMonths, type Day, type Month, monthOf } from '@fynbos/domain/calendar.ts';
import { uuidV5 } from '@fynbos/platform/crypto/uuid-v5.ts';
import { digestFigures } from '@fynbos/projections/incentives/queries.ts';
import type { Pool } from 'pg';
import type { NewNotice, Notices } from './notices.ts';

/** The last day of a month on which the previous month's digest is still sent, after an outage. */
const LAST_DAY = 5;
const AGENTS = 1_000;

/** The figures of a digest, in cents nett. */
export interface DigestFigures {
  readonly month: Month;
  /** Earned in the month, whether paid since then or not. */
  readonly earnedCents: number;
  readonly rewards: number;
  readonly pendingCents: number;
  readonly declined: number;
  readonly balanceCents: number;
}

const digestNotice = (agentId: number, figures: DigestFigures): NewNotice => ({
  noticeId: uuidV5('monthly-digest', String(agentId), figures.month),
  kind: 'monthly-digest',
  channel: 'email',
  audience: 'current',
  streamId: agentStreamOf(agentId),
  eventId: null,
  detail: JSON.stringify(figures),
  correlationId: `digest ${figures.month}`,
});

interface DigestDeps {
  readonly db: Pool;
  readonly notices: Pick<Notices, 'add'>;
  readonly now: () => Date;
}

/**
 * Stores the digest of the previous month for every agent with a decided rental in it (N1). Runs once a day and does
 * nothing after the fifth of a month; repeating it sends nothing twice. Returns the number of agents.
 */
export async function sendMonthlyDigests({ db, notices, now }: DigestDeps, today: Day): Promise<{ agents: number }> {
  const done = { agents: 0 };
  if (Number(today.slice(8)) > LAST_DAY) return done;
  const month = monthOf(addMonths(`${monthOf(today)}-01`, -1));
  for (let after = 0; ; ) {
    const figures = await digestFigures(db, month, after, AGENTS);
    const last = figures.at(-1);
    if (!last) return done;
    await notices.add(
      figures.map(({ agentId, ...one }) => digestNotice(agentId, { month, ...one })),
      now(),
    );
    after = last.agentId;
    done.agents += figures.length;
  }
}
