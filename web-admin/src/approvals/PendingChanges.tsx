import type { Approval as Pending } from '@fynbos/api/approvals/answers.ts';
import { Alert } from '@mui/material';
import { useGetList } from 'react-admin';
import { useMay } from '../api/use-may.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { TextWithAgentNames } from '../components/person-links.tsx';
import { TextLink } from '../components/texts.tsx';
import { date } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

/** The requests that would change a record. `subject`: resource and id of the record. */
export function usePendingChanges(subject: string) {
  const asOf = useAsOf();
  const may = useMay();
  return useGetList<Pending>(
    'approvals',
    {
      filter: { subject, status: 'waiting' },
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'requestedAt', order: 'DESC' },
    },
    { enabled: asOf === null && may('reports:see') },
  );
}

/** Changes of a record that wait for approval, with links to the requests. `subject`: resource and id of the record. */
export function PendingChanges({ subject }: { subject: string }) {
  const { data = [] } = usePendingChanges(subject);
  return data.map(({ id, summary, requestedByName, requestedAt }) => (
    <Alert
      action={<TextLink to={`/approvals/${id}`} label="View request" />}
      key={id}
      severity="warning"
      variant="outlined"
    >
      <T values={{ summary: <TextWithAgentNames text={summary} />, name: requestedByName, day: date(requestedAt) }}>
        {'Waiting for approval: %{summary} (%{name}, %{day})'}
      </T>
    </Alert>
  ));
}
