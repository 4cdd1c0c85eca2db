import type { Rental } from '@fynbos/api/rewards/answers.ts';
import { timesRate } from '@fynbos/domain/money.ts';
import { rewardAmounts } from '@fynbos/domain/rental/reward-amount.ts';
import { useState } from 'react';
import { FigureTable, figures, SumTable } from '../components/FigureTable.tsx';
import { AgentLink } from '../components/person-links.tsx';
import { Facts, Heading, HelpText, TextLink } from '../components/texts.tsx';
import { InputField } from '../form/InputField.tsx';
import { date, parseFraction, percent, rand, words } from '../format/format.ts';
import { type Content, T } from '../i18n/T.tsx';

/** A decision as the server returns it. Amounts in cents. */
type Decision = NonNullable<Rental['decision']>;

/** Calculates the reward of a rental at another rate (rule R9). Nothing is changed. */
function OtherRate({ decision }: { decision: Decision }) {
  const [typed, setTyped] = useState('');
  const rate = parseFraction(typed);
  const reward =
    rate >= 0 && rate <= 1
      ? rewardAmounts(decision.tkRevenueCents, rate, decision.minimumRewardCents, decision.treatment.rate)
      : null;
  return (
    <div className="actions other-rate">
      <InputField
        label="What if the rate were … %"
        onChange={setTyped}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        value={typed}
      />
      <p aria-live="polite">
        {reward && (
          <T
            values={{
              rate: percent(rate),
              gross: rand(reward.grossCents),
              nett: <strong>{rand(reward.nettCents)}</strong>,
              change: rand(reward.nettCents - decision.nettCents),
            }}
          >
            {'At %{rate}: gross %{gross}, nett %{nett} (%{change} compared with the decision)'}
          </T>
        )}
      </p>
    </div>
  );
}

function calculationOf(decision: Decision): (readonly [string, Content, Content])[] {
  const { tkRevenueCents, rate, grossCents, minimumRewardCents, treatment } = decision;
  const share = rate === null ? null : timesRate(tkRevenueCents, rate);
  return [
    ['revenue', ['T&K revenue'], rand(tkRevenueCents)],
    ['rate', ['Rate'], rate === null ? '—' : percent(rate)],
    ...(rate !== null && share !== null && grossCents > 0
      ? [
          [
            'share',
            ['%{rate} of %{revenue}', { rate: percent(rate), revenue: rand(tkRevenueCents) }],
            rand(share),
          ] as const,
        ]
      : []),
    ...(share !== null && share < minimumRewardCents && grossCents === minimumRewardCents
      ? [['minimum', ['Minimum reward applies'], rand(minimumRewardCents)] as const]
      : []),
    ['gross', ['Gross'], rand(grossCents)],
    ['tax', ['Tax (%{rate})', { rate: percent(treatment.rate) }], rand(-decision.payeCents)],
    ['nett', ['Nett'], <strong key="nett">{rand(decision.nettCents)}</strong>],
  ];
}

/** The amounts that were paid or that expired, next to a newer decision that differs. */
function SettledReward({ settled, decision }: { settled: NonNullable<Rental['settled']>; decision: Decision }) {
  const amountsOf = ({ grossCents, payeCents, nettCents }: Pick<Decision, 'grossCents' | 'payeCents' | 'nettCents'>) =>
    [rand(grossCents), rand(-payeCents), rand(nettCents)] as const;
  return (
    <>
      <FigureTable
        caption={settled.as}
        columns={['', ...figures('Gross', 'Tax', 'Nett')]}
        rows={[
          ['settled', [settled.as === 'Paid' ? 'Paid' : 'Expired'], ...amountsOf(settled)],
          ...(settled.grossCents === decision.grossCents
            ? []
            : [['newest', ['By the newest decision'], ...amountsOf(decision)] as const]),
        ]}
      />
      <Heading>Newest decision</Heading>
    </>
  );
}

/** Links to everything that a decision is based on. */
function DecisionBasis({ decision, eventId }: { decision: Decision; eventId: string | null }) {
  const { promotionId, promoCode, promotionVersion, agentId } = decision;
  return (
    <Facts
      facts={[
        ['Decision', eventId && <TextLink key="e" to={`/events/${eventId}`} label="View decision event" />],
        ['Reward policy', ['version %{version}', { version: decision.policyVersion }]],
        [
          'Promotion',
          promotionId ? (
            <TextLink
              key="p"
              to={`/promotions/${promotionId}?tab=history`}
              label={['%{code}, version %{version}', { code: promoCode ?? '', version: promotionVersion ?? 0 }]}
            />
          ) : (
            promoCode
          ),
        ],
        ['Reserved on', date(decision.reservedOn)],
        ['Invoice', ['%{invoice} of %{day}', { invoice: decision.invoiceNo, day: date(decision.invoiceDate) }]],
        [
          'Agent',
          agentId ? (
            <span key="a">
              <AgentLink id={agentId} /> <span className="mono quiet">{decision.loyaltyTrackingNo}</span>
            </span>
          ) : (
            decision.loyaltyTrackingNo
          ),
        ],
        ['Tax treatment', [words(decision.treatment.kind)]],
      ]}
    />
  );
}

/** Explanation of the amount, with links to everything that it is based on. */
export function Explanation({
  rental: { decision, explanation, rule, decisionEventId, isCovered, settled },
}: {
  rental: Rental;
}) {
  if (!decision) return <T as="p">{explanation}</T>;
  return (
    <>
      <p className="figure">{rand(isCovered ? 0 : (settled ?? decision).nettCents)}</p>
      <T as="p">{explanation}</T>
      {rule && <HelpText values={{ rule }}>{'Rule: %{rule}'}</HelpText>}
      {isCovered && <T as="p">Decision for comparison with the payment of the previous system:</T>}
      {settled && <SettledReward decision={decision} settled={settled} />}
      <SumTable areFigures caption="Calculation" rows={calculationOf(decision)} />
      <OtherRate decision={decision} />
      <Heading>Based on</Heading>
      <DecisionBasis decision={decision} eventId={decisionEventId} />
    </>
  );
}
