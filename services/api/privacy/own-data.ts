import { agentHistory } from '@fynbos/application/agents/load-agent.ts';
import { threadsOf } from '@fynbos/application/enquiries/files.ts';
import { accountStatement } from '@fynbos/application/ledger/account-statement.ts';
import { knownBanks } from '@fynbos/application/reward-policy/programme-lists.ts';
import { accountEntries } from '@fynbos/application/rewards/accounts.ts';
import { agentCertificates } from '@fynbos/application/tax/agent-tax.ts';
import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { Amounts } from '@fynbos/domain/amounts.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { randOfCents } from '@fynbos/domain/money.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
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
import { agentAnswerOf, bankDetailsAnswerOf } from '../agents/agent-answer.ts';
import type { Services } from '../http/services.ts';
import { ownPayouts } from '../payouts/agent-payout-routes.ts';
import { ownHistory } from './own-history.ts';

/** Everything the programme stores about an agent, for the agent. Amounts are rand. */
export type OwnData = Awaited<ReturnType<typeof ownData>>;

/** The read models that own data is collected from. */
export const OWN_DATA_READS = [
  incentives.name,
  payouts.name,
  payoutLines.name,
  taxCertificates.name,
  taxSubmissions.name,
  referrals.name,
  enquiries.name,
];

const inRand = <Row extends Amounts>({ grossCents, payeCents, nettCents, ...row }: Row) => ({
  ...row,
  grossAmount: randOfCents(grossCents),
  paye: randOfCents(payeCents),
  nettAmount: randOfCents(nettCents),
});

/** Every entry of the account with the balance after it, oldest first. */
async function entriesOf({ log, db, now }: Services, agentId: number) {
  const { lines } = await accountStatement({ log, db }, agentId, '1970-01-01', dayOf(now()));
  return lines.map(({ nettCents, balanceCents, ...line }) => ({
    ...line,
    nettAmount: randOfCents(nettCents),
    balance: randOfCents(balanceCents),
  }));
}

function openingOf(events: readonly RewardsAccountEvent[]) {
  const opening = events.find(({ type }) => type === 'OpeningBalanceTaken');
  if (opening?.type !== 'OpeningBalanceTaken') return null;
  const { asOf, taxYear, grossCents, payeCents, nettCents, ...cents } = opening.data;
  return {
    ...inRand({ asOf, taxYear, grossCents, payeCents, nettCents }),
    paid: randOfCents(cents.paidCents),
    grossThisTaxYear: randOfCents(cents.grossThisTaxYearCents),
    payeThisTaxYear: randOfCents(cents.payeThisTaxYearCents),
  };
}

/** The days on which payments were on hold, without the findings behind them, which can name other people. */
function holdsOf(events: readonly RewardsAccountEvent[]) {
  const releasedOn = new Map(
    events.flatMap(({ type, data }) => (type === 'PayoutHoldReleased' ? [[data.holdId, data.on] as const] : [])),
  );
  return events.flatMap(({ type, data }) =>
    type === 'PayoutHoldPlaced' ? [{ placedOn: data.on, releasedOn: releasedOn.get(data.holdId) ?? null }] : [],
  );
}

const requestsOf = (events: readonly AgentEvent[]) =>
  events.flatMap(({ type, data }) => {
    if (type !== 'CorrectionRequested' && type !== 'DeletionRequested') return [];
    const kind = type === 'CorrectionRequested' ? ('correction' as const) : ('deletion' as const);
    return [{ kind, requestedAt: data.requestedAt, text: data.personal?.request ?? '' }];
  });

/** Notes of finance and support, and names of administrators, are left out. */
export async function ownData(services: Services, agentId: number) {
  const { log, db, auth, now } = services;
  const person = agentStreamOf(agentId);
  const banks = await knownBanks(services);
  const [{ state, events }, account, entries, paid, certificates, sessions, devices, rewards, referred, asked] =
    await Promise.all([
      agentHistory({ log }, agentId),
      accountEntries(log, agentId),
      entriesOf(services, agentId),
      ownPayouts(services, agentId, null),
      agentCertificates(services, agentId),
      auth.sessions.list(person),
      auth.devices.list(person, ''),
      listOwnRewards(db, agentId),
      listReferralsBy(db, agentId),
      listOwnEnquiries(db, agentId),
    ]);
  const threads = await threadsOf(
    services,
    asked.map(({ id }) => id),
  );
  return {
    exportedAt: now().toISOString(),
    person: agentAnswerOf(state, now()),
    banking: bankDetailsAnswerOf(state, banks),
    consents: state.consents,
    notices: { byEmail: state.notifications.byEmail, bySms: state.notifications.bySms, ...state.notifications.groups },
    monthlyGoal: state.monthlyGoalCents === null ? null : randOfCents(state.monthlyGoalCents),
    rewards: rewards.map(inRand),
    payouts: paid.map(({ id: _id, state: _state, againIn: _againIn, ...payout }) => inRand(payout)),
    account: entries,
    openingBalance: openingOf(account),
    holds: holdsOf(account),
    taxTreatments: state.treatments.map(({ effectiveFrom, treatment }) => ({
      effectiveFrom,
      kind: treatment.kind,
      rate: 'rate' in treatment ? treatment.rate : null,
      directiveNumber: treatment.kind === 'directive' ? treatment.directiveNumber : null,
      until: (treatment.kind === 'directive' && treatment.until) || null,
    })),
    certificates: certificates.map(({ id: _id, history: _history, grossCents, payeCents, ...certificate }) => ({
      ...certificate,
      grossAmount: randOfCents(grossCents),
      paye: randOfCents(payeCents),
    })),
    referrals: referred
      .toReversed()
      .map(({ lastUpdated: _, id: _id, remindFrom: _remindFrom, ...referral }) => referral),
    enquiries: asked.map(({ id, ...enquiry }) => ({ ...enquiry, thread: [], files: [], ...threads.get(id) })),
    requests: requestsOf(events),
    sessions: sessions.map(({ sessionId: _id, ...session }) => session),
    devices: devices.map(({ device, network, createdAt, expiresAt }) => ({ device, network, createdAt, expiresAt })),
    pushDevices: state.pushDevices.map(({ device, endpoint, subscribedAt }) => ({ device, endpoint, subscribedAt })),
    passkeys: state.passkeys.map(({ name, addedAt, lastUsedAt }) => ({ name, addedAt, lastUsedAt })),
    history: await ownHistory(log.codec, events),
  };
}
