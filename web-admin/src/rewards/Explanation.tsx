import { date, percent, rand, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { Facts } from '../record/Facts.tsx';
import { FigureTable, figures } from '../record/FigureTable.tsx';
import { AgentLink } from '../record/PersonLink.tsx';
import { TextLink } from '../record/TextLink.tsx';
import { Heading, Remark } from '../record/texts.tsx';
import { OtherRate } from './OtherRate.tsx';
import type { Rental } from './rental.ts';

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
