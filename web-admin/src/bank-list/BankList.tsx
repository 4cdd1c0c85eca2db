import type { BankList as Banks } from '@fynbos/api/reward-policy/answers.ts';
import type { AdminAnswer } from '../api/http.ts';
import { FigureTable } from '../components/FigureTable.tsx';
import { Heading } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { Field } from '../form/inputs.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { date } from '../format/format.ts';
import type { Wording } from '../i18n/T.tsx';
import { ListChanges } from './ListChanges.tsx';

/** Look of a button in a row. */
const ROW_BUTTON = { size: 'small', variant: 'text' } as const;

const dayText = (change: AdminAnswer<'GET', 'business-days'>['changes'][number]): Wording =>
  change.type === 'ExtraHolidaySet'
    ? ['%{day} is not a business day: %{name}', { day: date(change.day), name: change.name }]
    : ['%{day} is a business day again', { day: date(change.day) }];

function DayButton({ day }: { day?: string }) {
  return (
    <ReasonButton
      accessibleName={day ? ['Remove %{day}', { day: date(day) }] : undefined}
      action="Request change"
      explanation={
        day
          ? 'The day becomes a business day again. Runs can pay on it.'
          : 'No run can be proposed with this pay date, and files with it fail the check.'
      }
      label={day ? 'Remove' : 'Add a day'}
      send={(reason, { command }, { day: on, name }) =>
        command('POST', 'business-days', { day: on, name: day ? null : name, reason })
      }
      title={day ? 'Remove this day' : 'Add a day without payments'}
      values={{ day: day ?? '', name: '' }}
      {...(day && ROW_BUTTON)}
    >
      <Field label="Day" missing="Choose a date." source="day" type="date" />
      {!day && <Field hint="For example, Election Day" isOptional label="Description" source="name" />}
    </ReasonButton>
  );
}

/** Days of this year and the next without payments. */
export function BusinessDays({ mayChange }: { mayChange: boolean }) {
  const { data, notice } = useRead('business-days', { rows: 12 });
  if (notice) return notice;
  return (
    <>
      {mayChange && <DayButton />}
      <FigureTable
        caption="Days without payments"
        columns={['Day', 'Description', mayChange && 'Actions']}
        rows={data.holidays.map(({ day, name, isExtra }) => [
          day,
          date(day),
          name,
          isExtra && <DayButton day={day} key="remove" />,
        ])}
      />
      <Heading>Changes</Heading>
      <ListChanges changes={data.changes} tell={dayText} />
    </>
  );
}

const bankText = (change: Banks['changes'][number]): Wording => {
  const values = { name: change.name, from: date(change.effectiveFrom) };
  return change.type === 'BankListed'
    ? ['%{name}: branch code %{branchCode} from %{from}', { ...values, branchCode: change.branchCode }]
    : ['%{name}: removed from %{from}', values];
};

const BankButton = ({ bank }: { bank?: Banks['banks'][number] }) => (
  <ReasonButton
    accessibleName={bank && ['Change %{name}', { name: bank.name }]}
    action="Request change"
    explanation="From this day, accounts with this bank are paid under the new code."
    label={bank ? 'Change' : 'Add a bank'}
    send={(reason, { command }, { branchCode, ...values }) =>
      command('POST', 'bank-list', { ...values, branchCode: branchCode.trim() || null, reason })
    }
    title={bank ? ['Change %{name}', { name: bank.name }] : 'Add a bank'}
    values={{ name: bank?.name ?? '', branchCode: bank?.branchCode ?? '', effectiveFrom: '' }}
    {...(bank && ROW_BUTTON)}
  >
    <Field label="Bank" source="name" />
    <Field
      hint="Six digits. Leave blank to remove the bank from the list."
      isOptional
      label="Branch code"
      source="branchCode"
    />
    <Field label="From" missing="Choose a date." source="effectiveFrom" type="date" />
  </ReasonButton>
);

/** The banks that forms offer, with their branch codes. */
export function BankList({ mayChange }: { mayChange: boolean }) {
  const { data, notice } = useRead('bank-list', { rows: 12 });
  if (notice) return notice;
  return (
    <>
      {mayChange && <BankButton />}
      <FigureTable
        caption="Banks in the list today"
        columns={['Bank', 'Branch code', mayChange && 'Actions']}
        rows={data.banks.map((bank) => [
          bank.name,
          bank.name,
          bank.branchCode || ['entered by the agent'],
          bank.branchCode && <BankButton bank={bank} key="change" />,
        ])}
      />
      <Heading>Changes</Heading>
      <ListChanges changes={data.changes} tell={bankText} />
    </>
  );
}
