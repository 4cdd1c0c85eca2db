import { type RaRecord, useGetList, useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { HistoryTab } from '../audit/HistoryTab.tsx';
import { fieldName, fieldText } from '../format/field.ts';
import { date, instant, percent, rand, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Wording } from '../i18n/wording.ts';
import { Facts } from '../record/Facts.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { AgentLink } from '../record/PersonLink.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { useMayOpen } from '../record/use-may-open.ts';
import { useTab } from '../record/use-tab.ts';
import { useAsOf } from '../shell/as-of.tsx';

interface Decision {
  readonly status: string;
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
  readonly tkRevenueCents: number;
  readonly minimumRewardCents: number;
  readonly rate: number | null;
  readonly policyVersion: number;
  readonly promoCode: string | null;
  readonly promotionId: string | null;
  readonly promotionVersion: number | null;
  readonly agentId: number | null;
  readonly loyaltyTrackingNo: string | null;
  readonly invoiceNo: string;
  readonly invoiceDate: string;
  readonly reservedOn: string;
  readonly treatment: { readonly kind: string; readonly rate: number };
}

interface Rental {
  readonly id: string;
  readonly explanation: string;
  readonly rule: string | null;
  /** Whether the opening balance already includes the reward: it is decided, but not owed. */
  readonly isCovered: boolean;
  readonly decision: Decision | null;
  readonly decisionEventId: string | null;
  readonly integratorId: string;
  readonly facts: readonly ({ readonly type: string; readonly recordedAt: string } & Record<string, unknown>)[];
  readonly lastRecordedAt: string;
}

const TABS = ['Explanation', 'Facts', 'History'] as const;

/** Explanation of the amount, with links to everything that it is based on. */
function Explanation({ rental: { decision, explanation, rule, decisionEventId, isCovered } }: { rental: Rental }) {
  if (!decision)
    return (
      <p>
        <T>{explanation}</T>
      </p>
    );
  const { promotionId, promoCode, promotionVersion, agentId } = decision;
  return (
    <>
      <p className="figure">{rand(isCovered ? 0 : decision.nettCents)}</p>
      <p>
        <T>{explanation}</T>
      </p>
      {rule && (
        <p className="quiet">
          <T values={{ rule }}>{'Rule: %{rule}'}</T>
        </p>
      )}
      {isCovered && (
        <p>
          <T>Decision for comparison with the payment of the previous system:</T>
        </p>
      )}
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
      <h2 className="section">
        <T>Based on</T>
      </h2>
      <Facts
        facts={[
          [
            'Decision',
            decisionEventId ? (
              <Link className="text-link" key="e" to={`/events/${decisionEventId}`}>
                <T>View decision event</T>
              </Link>
            ) : null,
          ],
          ['Reward policy', ['version %{version}', { version: decision.policyVersion }]],
          [
            'Promotion',
            promotionId ? (
              <Link className="text-link" key="p" to={`/promotions/${promotionId}?tab=History`}>
                <T values={{ code: promoCode, version: promotionVersion }}>{'%{code}, version %{version}'}</T>
              </Link>
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

/**
 * Flattens the fields of an event into names and values. Nested fields are named by path; repeated fields are omitted.
 */
const factsOf = (fields: object, path = ''): (readonly [string, Wording])[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? factsOf(value, `${path}${name} `)
      : [[fieldName(`${path}${name}`), fieldText(name, value)] as const],
  );

function FactsTab({ facts }: Pick<Rental, 'facts'>) {
  return (
    <ol className="history">
      {facts.map(({ type, recordedAt, revision, ...fields }) => (
        <li className="history-entry" key={String(revision)}>
          <h2>
            <T>{words(type)}</T>
          </h2>
          <p className="quiet">{instant(recordedAt)}</p>
          <Facts facts={factsOf(fields)} />
        </li>
      ))}
    </ol>
  );
}

/** One reservation: the reason for its reward, the facts received, and its history. */
export default function RewardPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const [tab, choose] = useTab(TABS);
  const { data, error } = useGetOne('rewards', { id, meta: { asOf } });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Waiting rows={8} />;
  return <RewardRecord asOf={asOf} choose={choose} id={id} rental={data as unknown as Rental} tab={tab} />;
}

/** A row of the list of rewards, which also states whether and when the reward was paid. */
interface Listed extends RaRecord {
  readonly status: string;
  readonly runId: string | null;
}

function RewardRecord({
  id,
  asOf,
  rental,
  tab,
  choose,
}: {
  id: string;
  asOf: string | null;
  rental: Rental;
  tab: (typeof TABS)[number];
  choose: (tab: (typeof TABS)[number]) => void;
}) {
  const { data: rows = [] } = useGetList<Listed>('rewards', {
    filter: { id },
    pagination: { page: 1, perPage: 1 },
    meta: { asOf },
  });
  const [listed] = rows;
  const mayOpen = useMayOpen();
  const status = listed?.status ?? (rental.isCovered ? 'Declined' : rental.decision?.status);
  return (
    <>
      <PageHead
        crumbs={[{ to: '/rewards', label: 'Rewards' }]}
        status={status && <StatusTag status={status} />}
        title={['Reservation %{id}', { id }]}
      />
      {listed?.runId && mayOpen('/payouts') && (
        <p>
          <Link className="text-link" to={`/payouts/${listed.runId}`}>
            <T>View payout</T>
          </Link>
        </p>
      )}
      <p className="quiet">
        <T values={{ lastRecordedAt: instant(rental.lastRecordedAt) }}>{'Last change %{lastRecordedAt}'}</T>
      </p>
      <RecordTabs label="Reservation" names={TABS} onChoose={choose} tab={tab}>
        {tab === 'Explanation' && <Explanation rental={rental} />}
        {tab === 'Facts' && <FactsTab facts={rental.facts} />}
        {tab === 'History' && <HistoryTab id={id} resource="rewards" />}
      </RecordTabs>
    </>
  );
}
