import { Alert } from '@mui/material';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { TextLink } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';

/** Alert on the home page when the last reconciliation found differences. Renders nothing without differences. */
export function ReconciliationAlert() {
  const { data } = useRead('reconciliations/latest');
  if (data?.status !== 'different') return null;
  return (
    <Alert severity="error" sx={{ mb: 2 }} variant="outlined">
      <T values={{ count: data.differences, finishedAt: instant(data.finishedAt) }}>
        {
          'Reconciliation found %{count} difference (%{finishedAt}). |||| Reconciliation found %{count} differences (%{finishedAt}).'
        }
      </T>{' '}
      <TextLink to="/reconciliations" label="See what differs" />
    </Alert>
  );
}
