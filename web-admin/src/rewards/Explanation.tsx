import type { Rental } from '@fynbos/api/rewards/answers.ts';
import { rewardOf } from '@fynbos/domain/rental/reward-amount.ts';
import { useState } from 'react';
import { InputField } from '../form/InputField.tsx';
import { date, percent, rand, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { FigureTable, figures } from '../record/FigureTable.tsx';
import { AgentLink } from '../record/PersonLink.tsx';
import { Facts, Heading, Remark, TextLink } from '../record/texts.tsx';
import type { Decision } from './use-rental.ts';

/** Parses a percentage between 0 and 100 to a fraction; null for anything else. */
function rateTyped(typed: string): number | null {
  const value = Number(typed.trim().replace(',', '.').replace(/\s*%$/, ''));
  return typed.trim() === '' || Number.isNaN(value) || value < 0 || value > 100 ? null : value / 100;
}

/** Calculates the reward of a rental at another rate (rule R9). Nothing is changed. */
function OtherRate({ decision }: { decision: Decision }) {
  const [typed, setTyped] = useState('');
  const rate = rateTyped(typed);
  const reward =
    rate === null
      ? null
      : rewardOf(decision.tkRevenueCents, rate, decision.minimumRewardCents, decision.treatment.rate);
  return (
    <div className="other-rate">
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
              rate: percent(rate ?? 0),
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

/** Explanation of the amount, with links to everything that it is based on. */
export function Explanation({
  rental: { decision, explanation, rule, decisionEventId, isCovered, settled },
}: {
  rental: Rental;
}) {
  if (!decision) return <T as="p">{explanation}</T>;
  const { promotionId, promoCode, promotionVersion, agentId } = decision;
  return (
    <>
      <p className="figure">{rand(isCovered ? 0 : (settled ?? decision).nettCents)}</p>
      <T as="p">{explanation}</T>
      {rule && <Remark values={{ rule }}>{'Rule: %{rule}'}</Remark>}
      {isCovered && <T as="p">Decision for comparison with the payment of the previous system:</T>}
      {settled && (
        <FigureTable
          caption={settled.as}
          columns={['', ...figures('Gross', 'Tax', 'Nett')]}
          rows={[
            [
              'settled',
              [settled.as === 'Paid' ? 'Paid' : 'Expired'],
              rand(settled.grossCents),
              rand(-settled.payeCents),
              rand(settled.nettCents),
            ],
            ...(settled.grossCents === decision.grossCents
              ? []
              : [
                  [
                    'newest',
                    ['By the newest decision'],
                    rand(decision.grossCents),
                    rand(-decision.payeCents),
                    rand(decision.nettCents),
                  ] as const,
                ]),
          ]}
        />
      )}
      {settled && <Heading>Newest decision</Heading>}
      <table className="plain-table sum">
        <caption className="sr-only">
          <T>Calculation</T>
        </caption>
        <tbody>
          <tr>
            <th scope="row">
              <T>T&K revenue</T>
            </th>
            <td className="number">{rand(decision.tkRevenueCents)}</td>
          </tr>
          <tr>
            <th scope="row">
              <T>Rate</T>
            </th>
            <td className="number">{decision.rate === null ? '—' : percent(decision.rate)}</td>
          </tr>
          {decision.rate !== null && decision.grossCents > 0 && (
            <tr>
              <th scope="row">
                <T values={{ rate: percent(decision.rate), revenue: rand(decision.tkRevenueCents) }}>
                  {'%{rate} of %{revenue}'}
                </T>
              </th>
              <td className="number">{rand(Math.round(decision.tkRevenueCents * decision.rate))}</td>
            </tr>
          )}
          {decision.grossCents === decision.minimumRewardCents && (
            <tr>
              <th scope="row">
                <T>Minimum reward applies</T>
              </th>
              <td className="number">{rand(decision.minimumRewardCents)}</td>
            </tr>
          )}
          <tr>
            <th scope="row">
              <T>Gross</T>
            </th>
            <td className="number">{rand(decision.grossCents)}</td>
          </tr>
          <tr>
            <th scope="row">
              <T values={{ rate: percent(decision.treatment.rate) }}>{'Tax (%{rate})'}</T>
            </th>
            <td className="number">{rand(-decision.payeCents)}</td>
          </tr>
          <tr>
            <th scope="row">
              <T>Nett</T>
            </th>
            <td className="number">
              <strong>{rand(decision.nettCents)}</strong>
            </td>
          </tr>
        </tbody>
      </table>
      <OtherRate decision={decision} />
      <Heading>Based on</Heading>
      <Facts
        facts={[
          [
            'Decision',
            decisionEventId ? <TextLink key="e" to={`/events/${decisionEventId}`} label="View decision event" /> : null,
          ],
          ['Reward policy', ['version %{version}', { version: decision.policyVersion }]],
          [
            'Promotion',
            promotionId ? (
              <TextLink
                key="p"
                to={`/promotions/${promotionId}?tab=History`}
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
    </>
  );
}
