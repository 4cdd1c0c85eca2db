import { agentOf } from '@fynbos/application/caller.ts';
import { agentOverview, OVERVIEW_MODELS, type PayoutObstacle } from '@fynbos/application/rewards/agent-overview.ts';
import { formatInstant } from '@fynbos/domain/format.ts';
import type { LeftOutReason } from '@fynbos/domain/payout-run/reasons.ts';
import { route, tagged } from '../http/route.ts';
import { overviewAnswer } from './answers.ts';

const CHOICES = '/agent/profile/privacy';

/** The text of each obstacle to a payout, and the page where the agent clears it. */
const OBSTACLES: Readonly<Partial<Record<LeftOutReason, { text: string; href: string }>>> = {
  NotActive: { text: 'Your account isn’t active. Contact support.', href: '/contact-us' },
  NoEmployerConsent: { text: 'Confirm that your employer agrees to you earning rewards.', href: CHOICES },
  TermsNotAccepted: {
    text: 'Please accept the terms and conditions and the use of your personal information.',
    href: CHOICES,
  },
  OnHold: { text: 'We’re reviewing one of your payments. Contact us if you have questions.', href: '/contact-us' },
  BankDetailsMissing: { text: 'Your bank details are missing or incomplete.', href: '/agent/profile#banking' },
  TaxNumberMissing: { text: 'A valid income tax number is missing.', href: '/agent/profile#personal' },
  TaxTreatmentMissing: {
    text: 'We still need to confirm how your rewards are taxed. Contact us if you have questions.',
    href: '/contact-us',
  },
};

const UNLISTED = {
  text: 'We can’t pay into your bank yet. Contact us to have it listed, or change your bank details.',
  href: '/contact-us',
};

const PAYMENT_FAILED = {
  text: 'The bank couldn’t pay into your account. Change your bank details, or contact us if they are right.',
  href: '/agent/profile#banking',
};

/** `26 Nov 2026, 20:53`. */
const momentText = (instant: string): string =>
  formatInstant(instant)
    .replace(/ (\d\d:\d\d) SAST$/, ', $1')
    .replaceAll('\u00a0', ' ');

function textOf({ code, cause, endsAt }: PayoutObstacle) {
  if (code === 'BankAccountCooling' && endsAt) {
    const text = `Your bank account is new. For your security, payouts start on ${momentText(endsAt)}.`;
    return { text, href: '/agent/profile#banking' };
  }
  if (code === 'ContactChanged' && endsAt) {
    const text = `You changed your email address or cell number. Payouts resume on ${momentText(endsAt)}.`;
    return { text, href: '/agent/profile#personal' };
  }
  if (cause === 'payment-failed') return PAYMENT_FAILED;
  return cause === 'bank-not-listed' ? UNLISTED : OBSTACLES[code];
}

export const overviewRoutes = tagged('Incentives', [
  route.get('/agent/overview', {
    who: 'agent',
    summary: 'Get the balance, the obstacles to the next payout, and the totals of twelve months',
    reads: OVERVIEW_MODELS,
    answer: overviewAnswer,
    handle: async ({ caller }, services) => {
      const { obstacles, ...overview } = await agentOverview(services, agentOf(caller).agentId);
      const blockers = obstacles.flatMap((obstacle) => {
        const text = textOf(obstacle);
        return text ? [{ code: obstacle.code, ...text }] : [];
      });
      return { body: { ...overview, blockers } };
    },
  }),
]);
