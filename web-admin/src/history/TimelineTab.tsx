import { Chip, FormControlLabel, Switch } from '@mui/material';
import { AuditFeed } from '../audit/AuditFeed.tsx';
import { useAddress } from '../components/use-address.ts';
import { T } from '../i18n/T.tsx';

/** Subjects by which a timeline can be narrowed: the label, and the kind of stream. */
const SUBJECTS = [
  ['', 'Everything'],
  ['agent', 'Profile'],
  ['rewards-account', 'Money'],
  ['approval', 'Approvals'],
  ['enquiry', 'Enquiries'],
  ['referral', 'Referrals'],
] as const;

/** Changes, money, approvals and enquiries in one list. `record`: resource and id, such as `travel-agents/7`. */
export function TimelineTab({ record }: { record: string }) {
  const [search, change] = useAddress();
  const aggregate = search.get('about') ?? '';
  const showsRoutine = search.get('routine') === '1';
  return (
    <>
      <div className="chips">
        {record.startsWith('travel-agents/') &&
          SUBJECTS.map(([value, label]) => (
            <Chip
              aria-pressed={aggregate === value}
              color={aggregate === value ? 'primary' : 'default'}
              key={label}
              label={<T>{label}</T>}
              onClick={() => change({ about: value })}
              variant="outlined"
            />
          ))}
        <FormControlLabel
          control={
            <Switch checked={showsRoutine} onChange={(_, checked) => change({ routine: checked ? '1' : null })} />
          }
          label={<T>With sign-ins and automatic events</T>}
        />
      </div>
      <AuditFeed
        empty="No entries yet."
        params={{
          record,
          // Money moves without people, so its events are always shown.
          ...(showsRoutine || aggregate === 'rewards-account' ? { automatic: 'true' } : {}),
          ...(aggregate ? { aggregate } : {}),
        }}
      />
    </>
  );
}
