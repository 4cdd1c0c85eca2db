import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../api/http.ts';
import { date } from '../format/format.ts';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Wide } from '../record/Wide.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { type ListChange, ListChanges } from './ListChanges.tsx';

interface BankChange extends ListChange {
  readonly name: string;
  readonly branchCode?: string;
  readonly effectiveFrom: string;
}

interface Banks {
  readonly banks: readonly { readonly name: string; readonly branchCode: string }[];
  readonly changes: readonly BankChange[];
}

const told = ({ name, branchCode, effectiveFrom }: BankChange): string =>
  `${name} ${branchCode ? `has ${branchCode}` : 'is not in the list'} from ${date(effectiveFrom)}`;

/** The banks that forms offer, with the codes by which they are paid. */
export function BankList({ mayChange }: { mayChange: boolean }) {
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
          Add a bank
        </Button>
      )}
      <Wide>
        <table className="plain-table">
          <caption className="sr-only">Banks in the list today</caption>
          <thead>
            <tr>
              <th scope="col">Bank</th>
              <th scope="col">Branch code</th>
              {mayChange && <th scope="col">Change</th>}
            </tr>
          </thead>
          <tbody>
            {data.banks.map((bank) => (
              <tr key={bank.name}>
                <th scope="row">{bank.name}</th>
                <td>{bank.branchCode || 'as the agent gives it'}</td>
                {mayChange && (
                  <td>
                    {bank.branchCode && (
                      <Button aria-label={`Change ${bank.name}`} onClick={() => setChanging(bank)} size="small">
                        Change
                      </Button>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <h2 className="section">Changes</h2>
      <ListChanges changes={data.changes} tell={told} />
      {changing && (
        <ChangeDialog
          action="Ask for the change"
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
          title={changing.name ? `Change ${changing.name}` : 'Add a bank'}
        />
      )}
    </>
  );
}
