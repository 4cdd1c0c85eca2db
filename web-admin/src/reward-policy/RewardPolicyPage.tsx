import type { PolicyHistory } from '@fynbos/api/reward-policy/answers.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { policyOn } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { AdminLink } from '../components/person-links.tsx';
import { Facts, Heading } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { date, instant } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { T } from '../i18n/T.tsx';
import { PolicyChange } from './PolicyChange.tsx';
import { TERM_FIELDS, TERM_LABELS, termShown } from './terms.ts';

type Version = PolicyHistory['versions'][number];

function VersionFacts({ of: { version, effectiveFrom, terms, setAt, setBy, reason }, isCurrent }: VersionProps) {
  const asOf = useAsOf();
  return (
    <section>
      <h2 className="section">
        <T values={{ version, from: date(effectiveFrom) }}>
          {effectiveFrom ? 'Version %{version}, from %{from}' : 'Version %{version}, from the start'}
        </T>
        {isCurrent && (
          <>
            {' '}
            <T>{asOf ? '(in force on this date)' : '(in force today)'}</T>
          </>
        )}
      </h2>
      <Facts
        facts={[
          ...TERM_FIELDS.map((field) => [TERM_LABELS[field], termShown(terms, field)] as const),
          [
            'Set',
            setAt && (
              <T
                key="set"
                values={{
                  setAt: instant(setAt),
                  who: setBy?.kind === 'admin' ? <AdminLink id={Number(setBy.id)} /> : ['the programme'],
                }}
              >
                {'%{setAt} by %{who}'}
              </T>
            ),
          ],
          ['Reason', reason],
        ]}
      />
    </section>
  );
}
interface VersionProps {
  readonly of: Version;
  readonly isCurrent: boolean;
}

export default function RewardPolicyPage() {
  const asOf = useAsOf();
  const { data, notice } = useRead('reward-policy/history', { rows: 4 });
  if (!data)
    return (
      <>
        <PageHead title="Reward policy" />
        {notice}
      </>
    );
  const versions = asOf ? data.versions.filter(({ setAt }) => setAt <= asOf) : data.versions;
  if (versions.length === 0)
    return (
      <>
        <PageHead title="Reward policy" />
        <div className="empty">
          <T>No policy was recorded by this date.</T>
        </div>
      </>
    );
  const current = asOf ? policyOn({ versions }, dayOf(new Date(asOf))) : data.current;
  return (
    <>
      <PageHead
        actions={!asOf && <PolicyChange terms={versions.at(-1)?.terms ?? current.terms} />}
        title="Reward policy"
      />
      {notice}
      {[...versions].reverse().map((version) => (
        <VersionFacts isCurrent={version.version === current.version} key={version.version} of={version} />
      ))}
      <Heading>History</Heading>
      <HistoryTab id="current" resource="reward-policy" />
    </>
  );
}
