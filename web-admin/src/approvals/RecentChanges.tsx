import type { ApprovalDetail } from '@fynbos/api/approvals/answers.ts';
import { sentenceOf } from '@fynbos/domain/audit/sentences.ts';
import { usePermissions } from 'react-admin';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { TextLink } from '../record/TextLink.tsx';
import { Heading, Remark } from '../record/texts.tsx';

/** A change of the same record before the request. */
export type RecentChange = ApprovalDetail['recentChanges'][number];

/** What people changed on the record in the 90 days before the request. */
export function RecentChanges({ entries }: { entries: readonly RecentChange[] }) {
  const { permissions } = usePermissions<Record<string, string>>();
  return (
    <section>
      <Heading>Changes of this record in the 90 days before</Heading>
      {entries.length === 0 ? (
        <Remark>No changes.</Remark>
      ) : (
        <ul className="lines">
          {entries.map(({ eventId, type, recordedAt, actor }) => (
            <li key={eventId}>
              <T values={{ who: actor.name, record: ['this record'] }}>{sentenceOf(type)}</T>
              {' · '}
              {permissions?.['events:see'] ? (
                <TextLink to={`/events/${eventId}`} text={instant(recordedAt)} />
              ) : (
                instant(recordedAt)
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
