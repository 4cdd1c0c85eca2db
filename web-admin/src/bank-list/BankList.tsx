import type { BankList as Banks } from '@fynbos/api/reward-policy/answers.ts';
import { useState } from 'react';
import { ChangeDialog } from '../form/ChangeDialog.tsx';
import { date } from '../format/format.ts';
import type { Wording } from '../i18n/wording.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { FigureTable } from '../record/FigureTable.tsx';
import { Heading } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { type ListChange, ListChanges } from './ListChanges.tsx';

interface BankChange extends ListChange {
  readonly name: string;
  readonly branchCode?: string;
  readonly effectiveFrom: string;
}

const told = ({ name, branchCode, effectiveFrom }: BankChange): Wording => [
  branchCode ? '%{name}: branch code %{branchCode} from %{from}' : '%{name}: removed from %{from}',
  { name, branchCode: branchCode ?? '', from: date(effectiveFrom) },
];

/** The banks that forms offer, with their branch codes. */
export function BankList({ mayChange }: { mayChange: boolean }) {
  const [changing, setChanging] = useState<{ name: string; branchCode: string } | null>(null);
  const { data, notice } = useRead<Banks>('bank-list', { rows: 12 });
  if (notice) return notice;
  return (
    <>
      {mayChange && (
        <ActionButton label="Add a bank" onClick={() => setChanging({ name: '', branchCode: '' })} variant="outlined" />
      )}
      <FigureTable
        caption="Banks in the list today"
        columns={['Bank', 'Branch code', ...(mayChange ? ['Action'] : [])]}
        rows={data.banks.map((bank) => [
          bank.name,
          bank.name,
          bank.branchCode || ['entered by the agent'],
          ...(mayChange
            ? [
                bank.branchCode && (
                  <ActionButton
                    label="Change"
                    accessibleName={['Change %{name}', { name: bank.name }]}
                    key="change"
                    onClick={() => setChanging(bank)}
                    size="small"
                  />
                ),
              ]
            : []),
        ])}
      />
      <Heading>Changes</Heading>
      <ListChanges changes={data.changes} tell={told} />
      {changing && (
        <ChangeDialog
          action="Request change"
          bodyOf={({ name, branchCode, effectiveFrom }) => ({
            name,
            branchCode: branchCode?.trim() ? branchCode : null,
            effectiveFrom,
          })}
          explanation="From this day, accounts with this bank are paid under the new code."
          fields={[
            { name: 'name', label: 'Bank', value: changing.name },
            {
              name: 'branchCode',
              label: 'Branch code',
              value: changing.branchCode,
              hint: 'Six digits. Leave blank to remove the bank from the list.',
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
