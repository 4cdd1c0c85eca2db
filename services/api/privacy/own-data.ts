import { ownRecords } from '@fynbos/application/privacy/own-records.ts';
import { knownBanks } from '@fynbos/application/reward-policy/programme-lists.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { Amounts } from '@fynbos/domain/amounts.ts';
import { randOfCents } from '@fynbos/domain/money.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { agentAnswerOf, bankDetailsAnswerOf } from '../agents/agent-answer.ts';
import type { Services } from '../http/services.ts';
import { ownPayoutAnswerOf } from '../payouts/agent-payout-routes.ts';
import { ownHistory } from './own-history.ts';

/** Everything the programme stores about an agent, for the agent. Amounts are rand. */
export type OwnData = Awaited<ReturnType<typeof ownData>>;

const inRand = <Row extends Amounts>({ grossCents, payeCents, nettCents, ...row }: Row) => ({
  ...row,
  grossAmount: randOfCents(grossCents),
  paye: randOfCents(payeCents),
  nettAmount: randOfCents(nettCents),
});

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
  const { log, now } = services;
  const [records, banks] = await Promise.all([ownRecords(services, agentId), knownBanks(services)]);
  const { state, events } = records.agent;
  return {
    exportedAt: now().toISOString(),
    person: agentAnswerOf(state, now()),
    banking: bankDetailsAnswerOf(state, banks),
    consents: state.consents,
    notices: { byEmail: state.notifications.byEmail, bySms: state.notifications.bySms, ...state.notifications.groups },
    monthlyGoal: state.monthlyGoalCents === null ? null : randOfCents(state.monthlyGoalCents),
    rewards: records.rewards.map(inRand),
    payouts: records.payouts
      .map(ownPayoutAnswerOf)
      .map(({ id: _id, state: _state, againIn: _againIn, ...payout }) => inRand(payout)),
    account: records.statement.lines.map(({ nettCents, balanceCents, ...line }) => ({
      ...line,
      nettAmount: randOfCents(nettCents),
      balance: randOfCents(balanceCents),
    })),
    openingBalance: openingOf(records.accountEvents),
    holds: holdsOf(records.accountEvents),
    taxTreatments: state.treatments.map(({ effectiveFrom, treatment }) => ({
      effectiveFrom,
      kind: treatment.kind,
      rate: 'rate' in treatment ? treatment.rate : null,
      directiveNumber: treatment.kind === 'directive' ? treatment.directiveNumber : null,
      until: (treatment.kind === 'directive' && treatment.until) || null,
    })),
    certificates: records.certificates.map(({ id: _id, history: _history, grossCents, payeCents, ...certificate }) => ({
      ...certificate,
      grossAmount: randOfCents(grossCents),
      paye: randOfCents(payeCents),
    })),
    referrals: records.referrals
      .toReversed()
      .map(({ lastUpdated: _, id: _id, remindFrom: _remindFrom, ...referral }) => referral),
    enquiries: records.enquiries,
    requests: requestsOf(events),
    sessions: records.sessions.map(({ sessionId: _id, ...session }) => session),
    devices: records.devices.map(({ device, network, createdAt, expiresAt }) => ({
      device,
      network,
      createdAt,
      expiresAt,
    })),
    pushDevices: state.pushDevices.map(({ device, endpoint, subscribedAt }) => ({ device, endpoint, subscribedAt })),
    passkeys: state.passkeys.map(({ name, addedAt, lastUsedAt }) => ({ name, addedAt, lastUsedAt })),
    history: await ownHistory(log.codec, events),
  };
}
