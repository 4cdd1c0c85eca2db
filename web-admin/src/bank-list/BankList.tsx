import type { BankList as Banks } from '@fynbos/api/reward-policy/answers.ts';
import { useCommand } from '../api/use-command.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { Heading } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { ChangeDialog } from '../form/ChangeDialog.tsx';
import { date } from '../format/format.ts';
import type { Wording } from '../i18n/T.tsx';
import { type ListChange, ListChanges } from './ListChanges.tsx';

interface DayChange extends ListChange {
  readonly day: string;
  readonly name?: string;
}

const dayText = ({ day, name }: DayChange): Wording => [
  name ? '%{day} is not a business day: %{name}' : '%{day} is a business day again',
  { day: date(day), name: name ?? '' },
];

function DayDialog({ day, isExtra = false }: { day?: string; isExtra?: boolean }) {
  const { command } = useCommand();
  return (
    <ChangeDialog
      action="Request change"
      explanation={
        isExtra
          ? 'The day becomes a business day again. Runs can pay on it.'
          : 'No run can be proposed with this pay date, and files with it fail the check.'
      }
      fields={[
        { name: 'day' as const, label: 'Day', type: 'date', value: day },
        ...(isExtra ? [] : [{ name: 'name' as const, label: 'Description', hint: 'For example, Election Day' }]),
      ]}
      send={({ day: on, name, reason }) =>
        command('POST', 'business-days', { day: on, name: isExtra ? null : name, reason })
      }
      title={isExtra ? 'Remove this day' : 'Add a day without payments'}
    />
  );
}

/** Days of this year and the next without payments. */
export function BusinessDays({ mayChange }: { mayChange: boolean }) {
  const { data, notice } = useRead('business-days', { rows: 12 });
  if (notice) return notice;
  return (
    <>
      {mayChange && <ActionButton dialog={<DayDialog />} label="Add a day" variant="outlined" />}
      <FigureTable
        caption="Days without payments"
        columns={['Day', 'Description', mayChange && 'Action']}
        rows={data.holidays.map(({ day, name, isExtra }) => [
          day,
          date(day),
          name,
          isExtra && (
            <ActionButton
              accessibleName={['Remove %{day}', { day: date(day) }]}
              dialog={<DayDialog day={day} isExtra />}
              key="remove"
              label="Remove"
              size="small"
            />
          ),
        ])}
      />
      <Heading>Changes</Heading>
      <ListChanges changes={data.changes} tell={dayText} />
    </>
  );
}

interface BankChange extends ListChange {
  readonly name: string;
  readonly branchCode?: string;
  readonly effectiveFrom: string;
}

const bankText = ({ name, branchCode, effectiveFrom }: BankChange): Wording => [
  branchCode ? '%{name}: branch code %{branchCode} from %{from}' : '%{name}: removed from %{from}',
  { name, branchCode: branchCode ?? '', from: date(effectiveFrom) },
];

const BankDialog = ({ bank }: { bank?: Banks['banks'][number] }) => {
  const { command } = useCommand();
  return (
    <ChangeDialog
      action="Request change"
      explanation="From this day, accounts with this bank are paid under the new code."
      fields={[
        { name: 'name', label: 'Bank', value: bank?.name },
        {
          name: 'branchCode',
          label: 'Branch code',
          value: bank?.branchCode,
          hint: 'Six digits. Leave blank to remove the bank from the list.',
        },
        { name: 'effectiveFrom', label: 'From', type: 'date' },
      ]}
      send={({ branchCode, ...values }) =>
        command('POST', 'bank-list', { ...values, branchCode: branchCode.trim() ? branchCode : null })
      }
      title={bank ? ['Change %{name}', { name: bank.name }] : 'Add a bank'}
    />
  );
};

/** The banks that forms offer, with their branch codes. */
export function BankList({ mayChange }: { mayChange: boolean }) {
  const { data, notice } = useRead('bank-list', { rows: 12 });
  if (notice) return notice;
  return (
    <>
      {mayChange && <ActionButton dialog={<BankDialog />} label="Add a bank" variant="outlined" />}
      <FigureTable
        caption="Banks in the list today"
        columns={['Bank', 'Branch code', mayChange && 'Action']}
        rows={data.banks.map((bank) => [
          bank.name,
          bank.name,
          bank.branchCode || ['entered by the agent'],
          bank.branchCode && (
            <ActionButton
              accessibleName={['Change %{name}', { name: bank.name }]}
              dialog={<BankDialog bank={bank} />}
              key="change"
              label="Change"
              size="small"
            />
          ),
        ])}
      />
      <Heading>Changes</Heading>
      <ListChanges changes={data.changes} tell={bankText} />
    </>
  );
}
