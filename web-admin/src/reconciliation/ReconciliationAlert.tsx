import { Alert } from '@mui/material';
import { TextLink } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

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
      <TextLink to="/reconciliations" label="View differences" />
    </Alert>
  );
}
