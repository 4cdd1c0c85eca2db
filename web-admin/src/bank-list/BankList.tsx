import type { BankList as Banks, BusinessDays as Days } from '@fynbos/api/reward-policy/answers.ts';
import { useState } from 'react';
import { ChangeDialog } from '../form/ChangeDialog.tsx';
import { date } from '../format/format.ts';
import type { Wording } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { FigureTable } from '../record/FigureTable.tsx';
import { Heading } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { type ListChange, ListChanges } from './ListChanges.tsx';

interface DayChange extends ListChange {
  readonly day: string;
  readonly name?: string;
}

const dayText = ({ day, name }: DayChange): Wording => [
  name ? '%{day} is not a business day: %{name}' : '%{day} is a business day again',
  { day: date(day), name: name ?? '' },
];

/** Days of this year and the next without payments. */
export function BusinessDays({ mayChange }: { mayChange: boolean }) {
  const [changing, setChanging] = useState<{ day: string; isExtra: boolean } | null>(null);
  const { data, notice } = useRead<Days>('business-days', { rows: 12 });
  if (notice) return notice;
  return (
    <>
      {mayChange && (
        <ActionButton label="Add a day" onClick={() => setChanging({ day: '', isExtra: false })} variant="outlined" />
      )}
      <FigureTable
        caption="Days without payments"
        columns={['Day', 'Description', ...(mayChange ? ['Action'] : [])]}
        rows={data.holidays.map(({ day, name, isExtra }) => [
          day,
          date(day),
          name,
          ...(mayChange
            ? [
                isExtra && (
                  <ActionButton
                    label="Remove"
                    accessibleName={['Remove %{day}', { day: date(day) }]}
                    key="remove"
                    onClick={() => setChanging({ day, isExtra })}
                    size="small"
                  />
                ),
              ]
            : []),
        ])}
      />
      <Heading>Changes</Heading>
      <ListChanges changes={data.changes} tell={dayText} />
      {changing && (
        <ChangeDialog
          action="Request change"
          bodyOf={({ day, name }) => ({ day, name: changing.isExtra ? null : (name ?? '') })}
          explanation={
            changing.isExtra
              ? 'The day becomes a business day again. Runs can pay on it.'
              : 'No run can be proposed with this pay date, and files with it fail the check.'
          }
          fields={[
            { name: 'day', label: 'Day', type: 'date', value: changing.day },
            ...(changing.isExtra ? [] : [{ name: 'name', label: 'Description', hint: 'For example, Election Day' }]),
          ]}
          onClose={() => setChanging(null)}
          path="business-days"
          title={changing.isExtra ? 'Remove this day' : 'Add a day without payments'}
        />
      )}
    </>
  );
}

interface BankChange extends ListChange {
  readonly name: string;
  readonly branchCode?: string;
  readonly effectiveFrom: string;
}

const describeChange = ({ name, branchCode, effectiveFrom }: BankChange): Wording => [
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
      <ListChanges changes={data.changes} tell={describeChange} />
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
