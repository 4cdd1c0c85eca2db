import { Button } from '@mui/material';
import { useState } from 'react';
import { useNotify, usePermissions } from 'react-admin';
import { call } from '../api/http.ts';
import { T } from '../i18n/T.tsx';
import { alertType } from '../record/alert-type.ts';

interface Numbers {
  readonly idNumber: string;
  readonly taxNumber: string;
  readonly bankAccountNumber: string;
}

/** Shows the full ID, tax and account numbers on request. Each view is recorded as an event of the agent. */
export function FullNumbers({ id }: { id: number }) {
  const { permissions } = usePermissions<Record<string, string>>();
  const notify = useNotify();
  const [numbers, setNumbers] = useState<Numbers | null>(null);
  if (!permissions?.['full-numbers:see']) return null;
  if (numbers) {
    return (
      <p className="mono" role="status">
        <T
          values={{
            id: numbers.idNumber || '—',
            tax: numbers.taxNumber || '—',
            account: numbers.bankAccountNumber || '—',
          }}
        >
          {'ID %{id} · tax %{tax} · account %{account}'}
        </T>
      </p>
    );
  }
  const show = () =>
    call<Numbers>('POST', `travel-agents/${id}/numbers`)
      .then(setNumbers)
      .catch((error: Error) => notify(error.message, { type: alertType(error) }));
  return (
    <p>
      <Button onClick={show} size="small" variant="outlined">
        <T>Show full ID, tax and account numbers</T>
      </Button>{' '}
      <span className="quiet">
        <T>Viewing this is logged.</T>
      </span>
    </p>
  );
}
