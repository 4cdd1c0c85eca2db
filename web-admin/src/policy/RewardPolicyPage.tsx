import { useQuery } from '@tanstack/react-query';

import { get } from '../api/http.ts';
import { HistoryTab } from '../audit/HistoryTab.tsx';
import { PolicyChange, type Terms } from '../finance/PolicyChange.tsx';
import { date, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { Facts } from '../record/Facts.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { TERM_LABELS, type TermField, termShown } from './terms.ts';

interface Version {
  readonly version: number;
  readonly effectiveFrom: string | null;
  readonly terms: Terms;
  readonly setAt?: string;
  readonly setBy?: { readonly kind: string; readonly id: string };
  readonly reason: string | null;
}

interface Policy {
  readonly current: Pick<Version, 'version' | 'terms'>;
  readonly versions: readonly Version[];
}

/** A policy version: its terms, author and reason. */
function VersionFacts({ of: { version, effectiveFrom, terms, setAt, setBy, reason }, isCurrent }: VersionProps) {
  return (
    <section>
      <h2 className="section">
        <T values={{ version, from: date(effectiveFrom) }}>
          {effectiveFrom ? 'Version %{version}, from %{from}' : 'Version %{version} (in force since the start)'}
        </T>
        {isCurrent && (
          <>
            {' '}
            <T>(in force today)</T>
          </>
        )}
      </h2>
      <Facts
        facts={[
          ...(Object.keys(TERM_LABELS) as TermField[]).map(
            (field) => [TERM_LABELS[field], termShown(terms, field)] as const,
          ),
          [
            'Set',
            setAt &&
              ([
                setBy?.kind === 'admin' ? '%{setAt} by admin %{admin}' : '%{setAt} by the programme',
                { setAt: instant(setAt), admin: setBy?.id ?? '' },
              ] as const),
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

/** The reward policy: the terms in force, since when, and why. Finance changes it, subject to approval. */
export default function RewardPolicyPage() {
  const { data, error } = useQuery({
    queryKey: ['reward-policy'],
    queryFn: ({ signal }) => get<Policy>('reward-policy/history', signal),
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Waiting rows={4} />;
  const { current, versions } = data;
  return (
    <>
      <PageHead actions={<PolicyChange terms={versions.at(-1)?.terms ?? current.terms} />} title="Reward policy" />
      {[...versions].reverse().map((version) => (
        <VersionFacts isCurrent={version.version === current.version} key={version.version} of={version} />
      ))}
      <h2 className="section">
        <T>History</T>
      </h2>
      <HistoryTab id="current" resource="reward-policy" />
    </>
  );
}
