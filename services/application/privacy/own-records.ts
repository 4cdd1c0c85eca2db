import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { listOwnEnquiries } from '@fynbos/projections/enquiries/queries.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { listOwnRewards } from '@fynbos/projections/incentives/queries.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { listReferralsBy } from '@fynbos/projections/referrals/queries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { taxCertificates } from '@fynbos/projections/tax-certificates/tax-certificates.ts';
import { taxSubmissions } from '@fynbos/projections/tax-submissions/tax-submissions.ts';
import { agentHistory } from '../agents/load-agent.ts';
import type { WithAuth } from '../auth/auth.ts';
import { threadsOf } from '../enquiries/files.ts';
import { accountStatement } from '../ledger/account-statement.ts';
import { ownPayouts } from '../payouts/own-payouts.ts';
import { accountEntries } from '../rewards/accounts.ts';
import type { Essentials } from '../services.ts';
import { agentCertificates } from '../tax/agent-tax.ts';

/** The read models that own records come from. */
export const OWN_RECORD_MODELS: readonly string[] = [
  incentives.name,
  payouts.name,
  payoutLines.name,
  taxCertificates.name,
  taxSubmissions.name,
  referrals.name,
  enquiries.name,
];

/**
 * Everything that is stored about an agent. A new store of personal data is read here, and erased by
 * `services/application/erasure`. Amounts are cents; the statement has every entry of the account, oldest first.
 */
export async function ownRecords({ log, db, auth, now }: Essentials & WithAuth, agentId: number) {
  const stores = { log, db };
  const person = agentStreamOf(agentId);
  const [
    agent,
    accountEvents,
    statement,
    payoutRows,
    certificates,
    sessions,
    devices,
    rewards,
    referralRows,
    enquiryRows,
  ] = await Promise.all([
    agentHistory({ log }, agentId),
    accountEntries(log, agentId),
    accountStatement(stores, agentId, '1970-01-01', dayOf(now())),
    ownPayouts(stores, agentId, null),
    agentCertificates(stores, agentId),
    auth.sessions.list(person),
    auth.devices.list(person, ''),
    listOwnRewards(db, agentId),
    listReferralsBy(db, agentId),
    listOwnEnquiries(db, agentId),
  ]);
  const threads = await threadsOf(
    { log },
    enquiryRows.map(({ id }) => id),
  );
  return {
    agent,
    accountEvents,
    statement,
    payouts: payoutRows,
    certificates,
    sessions,
    devices,
    rewards,
    referrals: referralRows,
    enquiries: enquiryRows.map(({ id, ...enquiry }) => ({ ...enquiry, thread: [], files: [], ...threads.get(id) })),
  };
}
