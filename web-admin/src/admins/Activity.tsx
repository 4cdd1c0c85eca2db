import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import { useState } from 'react';
import { AuditFeed } from '../audit/AuditFeed.tsx';
import { today } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { TextLink } from '../record/TextLink.tsx';

/** Periods of the activity: the days before the shown date, and the label. */
const PERIODS = [
  [7, 'Last 7 days'],
  [30, 'Last 30 days'],
  [null, 'Everything'],
] as const;

/** Everything that an administrator did, newest first; at first that of the last seven days. */
export function Activity({ id }: { id: string }) {
  const asOf = useAsOf();
  const [days, setDays] = useState<number | null>(7);
  const last = asOf ? dayOf(new Date(asOf)) : today();
  const params = {
    actorKind: 'admin',
    actorId: id,
    ...(days === null ? {} : { from: addDays(last, 1 - days) }),
  };
  return (
    <>
      <div className="feed-chips">
        {PERIODS.map(([value, label]) => (
          <button
            aria-pressed={days === value}
            className="feed-chip"
            key={label}
            onClick={() => setDays(value)}
            type="button"
          >
            <T>{label}</T>
          </button>
        ))}
        <TextLink to={`/audit-log?${new URLSearchParams(params)}`} label="Open in the audit log" />
      </div>
      <AuditFeed empty={<T as="p">Nothing in this period.</T>} params={params} />
    </>
  );
}
