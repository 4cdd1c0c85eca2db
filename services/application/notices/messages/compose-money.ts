import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import { type NoticeGroup, noticeChannel } from '@fynbos/domain/agent/notifications.ts';
import { addDays, type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { expiryDayUnder } from '@fynbos/domain/reward-policy/expiry-day.ts';
import { EXPIRY_NOTICE_DAYS } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { expirableRewards } from '@fynbos/domain/rewards-account/expiry.ts';
import { earnedOn } from '@fynbos/domain/rewards-account/movement.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { eventsOf, load } from '../../handle.ts';
import { loadPolicy } from '../../reward-policy/current-policy.ts';
import type { DigestFigures } from '../money-notices.ts';
import type { Notice, NoticeKind } from '../notices.ts';
import type { Addressed, ComposerServices, MessageContent } from './layout.ts';
import { linksOf } from './links.ts';
import * as templates from './money-templates.ts';

/** By which an agent can switch a message off (N2). `always`: by the chosen channel. `every-channel`: by all three. */
const GROUPS = {
  'rewards-expiring': 'always',
  'rewards-earned': 'rewards',
  'payout-sent': 'payouts',
  'payout-paid': 'payouts',
  'payout-failed': 'every-channel',
  'payout-returned': 'every-channel',
  'payout-corrected': 'every-channel',
  'certificate-ready': 'payouts',
  'monthly-digest': 'digest',
  'account-suspended': 'every-channel',
  'account-reinstated': 'every-channel',
} as const satisfies Partial<Record<NoticeKind, NoticeGroup | 'always' | 'every-channel'>>;

type MoneyKind = keyof typeof GROUPS;

const payoutOf = (detail: string): templates.PayoutFacts => {
  const [cents = '', on = '', reference = ''] = detail.split(':');
  return { cents: Number(cents), on, reference };
};

/** The rewards of an account that expire soon, from the day after the notice: their sum and the first day; or null. */
async function expiringOf({ log }: ComposerServices, agentId: number, createdAt: Date): Promise<templates.Expiring> {
  const { state: account } = await load(log, rewardsAccountDecider, accountStreamOf(agentId));
  const policy = await loadPolicy(log);
  const tomorrow = addDays(dayOf(createdAt), 1);
  const until = addDays(tomorrow, EXPIRY_NOTICE_DAYS);
  let [cents, first]: [number, Day | null] = [0, null];
  for (const { reward, earnedOn: since } of expirableRewards(account)) {
    const expiresOn = expiryDayUnder(policy, since, until, tomorrow);
    if (expiresOn === null) continue;
    cents += reward.nettCents;
    if (first === null || expiresOn < first) first = expiresOn;
  }
  return first === null ? null : { cents, on: first };
}

/** Null if the person was erased, switched the group off, chose the other channel, or earned nothing after all. */
export async function moneyMessage(services: ComposerServices, notice: Notice): Promise<Addressed | null> {
  const kind = notice.kind as MoneyKind;
  const { state } = await load(services.log, agentDecider, notice.streamId);
  const { details, bank, bankChangedAt, notifications, pushDevices: devices } = state;
  if (!details) return null;
  const group = GROUPS[kind];
  if (group !== 'every-channel') {
    if (group !== 'always' && !notifications.groups[group]) return null;
    // The digest has no SMS version.
    const channel = noticeChannel(state) === 'E' || kind === 'monthly-digest' ? 'email' : 'sms';
    if (notice.channel !== 'push' && notice.channel !== channel) return null;
  }
  const links = linksOf(services.publicUrl, services.tokens);
  const context: templates.MessageContext = {
    programme: services.sender.programme,
    incentivesUrl: links.incentives(),
    payoutsUrl: links.page('/agent/payouts'),
    taxUrl: links.page('/agent/tax'),
    choicesUrl: links.page('/agent/profile/privacy'),
    bankUrl: links.page('/agent/profile#banking'),
  };
  const to = (content: MessageContent): Addressed => ({
    content: { ...content, name: details.firstName },
    email: details.emailAddress,
    cell: details.cellNumber,
    devices,
  });
  const detail = notice.detail ?? '';
  switch (kind) {
    case 'rewards-expiring': {
      const [day = '', cents = ''] = detail.split(':');
      return to(templates.rewardsExpiringMessage(context, Number(cents), day));
    }
    case 'rewards-earned': {
      const account = await load(services.log, rewardsAccountDecider, accountStreamOf(state.agentId));
      const { nettCents, rewards } = earnedOn(eventsOf(rewardsAccountDecider, account.stream), detail);
      return nettCents > 0 ? to(templates.rewardsEarnedMessage(context, nettCents, rewards, detail)) : null;
    }
    case 'payout-sent': {
      const hasChanged = bankChangedAt !== null && Date.parse(bankChangedAt) > notice.createdAt.getTime();
      const lastDigits = hasChanged ? '' : (bank?.bankAccountNumber ?? '').slice(-3);
      return to(templates.payoutSentMessage(context, payoutOf(detail), lastDigits));
    }
    case 'payout-paid':
      return to(templates.payoutPaidMessage(context, payoutOf(detail)));
    case 'payout-failed':
    case 'payout-returned':
      return to(
        templates.payoutProblemMessage(
          context,
          kind === 'payout-failed' ? 'failed' : 'returned',
          payoutOf(detail),
          await expiringOf(services, state.agentId, notice.createdAt),
        ),
      );
    case 'payout-corrected':
      return to(
        templates.payoutCorrectedMessage(
          context,
          detail.endsWith(':paid') ? 'paid' : 'failed',
          payoutOf(detail),
          await expiringOf(services, state.agentId, notice.createdAt),
        ),
      );
    case 'certificate-ready': {
      const [type = '', taxYear = '', version = ''] = detail.split(':');
      return to(templates.certificateReadyMessage(context, type, taxYear, Number(version) > 1));
    }
    case 'monthly-digest':
      return to(templates.monthlyDigestMessage(context, JSON.parse(detail) as DigestFigures));
    case 'account-suspended':
      return to(templates.accountSuspendedMessage(context, services.sender.supportEmail));
    case 'account-reinstated':
      return to(templates.accountReinstatedMessage(context));
  }
}
