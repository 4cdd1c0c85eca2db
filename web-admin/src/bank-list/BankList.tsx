import type { BankList as Banks } from '@fynbos/api/reward-policy/answers.ts';
import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../api/http.ts';
import { date } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import type { Wording } from '../i18n/wording.ts';
import { ChangeDialog } from '../record/ChangeDialog.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Wide } from '../record/Wide.tsx';
import { type ListChange, ListChanges } from './ListChanges.tsx';

interface BankChange extends ListChange {
  readonly name: string;
  readonly branchCode?: string;
  readonly effectiveFrom: string;
}

const told = ({ name, branchCode, effectiveFrom }: BankChange): Wording => [
  branchCode ? '%{name} has %{branchCode} from %{from}' : '%{name} is not in the list from %{from}',
  { name, branchCode: branchCode ?? '', from: date(effectiveFrom) },
];

/** The banks that forms offer, with their branch codes. */
export function BankList({ mayChange }: { mayChange: boolean }) {
  const say = useSay();
  const [changing, setChanging] = useState<{ name: string; branchCode: string } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['bank-list'],
    queryFn: ({ signal }) => get<Banks>('bank-list', signal),
  });
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting rows={12} />;
  return (
    <>
      {mayChange && (
        <Button onClick={() => setChanging({ name: '', branchCode: '' })} variant="outlined">
          <T>Add a bank</T>
        </Button>
      )}
      <Wide>
        <table className="plain-table">
          <caption className="sr-only">
            <T>Banks in the list today</T>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <T>Bank</T>
              </th>
              <th scope="col">
                <T>Branch code</T>
              </th>
              {mayChange && (
                <th scope="col">
                  <T>Change</T>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {data.banks.map((bank) => (
              <tr key={bank.name}>
                <th scope="row">{bank.name}</th>
                <td>{bank.branchCode || <T>as the agent gives it</T>}</td>
                {mayChange && (
                  <td>
                    {bank.branchCode && (
                      <Button
                        aria-label={say('Change %{name}', { name: bank.name })}
                        onClick={() => setChanging(bank)}
                        size="small"
                      >
                        <T>Change</T>
                      </Button>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <h2 className="section">
        <T>Changes</T>
      </h2>
      <ListChanges changes={data.changes} tell={told} />
      {changing && (
        <ChangeDialog
          action="Request change"
          bodyOf={({ name, branchCode, effectiveFrom }) => ({
            name,
            branchCode: branchCode?.trim() ? branchCode : null,
            effectiveFrom,
          })}
          explanation="Accounts with this bank are paid under the new code from that day on."
          fields={[
            { name: 'name', label: 'Bank', value: changing.name },
            {
              ...{ name: 'branchCode', label: 'Branch code', value: changing.branchCode },
              hint: 'Six digits. Empty takes the bank out of the list.',
            },
            { name: 'effectiveFrom', label: 'From', type: 'date' },
          ]}
          onClose={() => setChanging(null)}
          path="bank-list"
          title={changing.name ? ['Change %{name}', { name: changing.name }] : 'Add a bank'}
        />
      )}
    </>
  );
}
