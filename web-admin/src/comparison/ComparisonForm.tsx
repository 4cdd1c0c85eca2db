import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../api/http.ts';
import { FinanceForm } from '../form/FinanceForm.tsx';
import { InputField } from '../form/InputField.tsx';
import { today } from '../format/format.ts';
import { useAction } from '../record/use-action.ts';
import { type Chosen, definitionOf } from './comparison.ts';

/** The last day of the month before a day. */
const endOfLastMonth = (day: string): string =>
  new Date(Date.parse(`${day.slice(0, 7)}-01T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

const begin = (): Chosen => {
  const from = endOfLastMonth(today());
  return { basis: 'balances', monthFrom: from.slice(0, 7), monthTo: from.slice(0, 7), from, to: today(), reason: '' };
};

/** Field names of the server's messages, for each input. */
const FIELDS: Readonly<Record<string, keyof Chosen>> = {
  'months.from': 'monthFrom',
  'months.to': 'monthTo',
  months: 'monthTo',
};

/** Requests a comparison of two moments with a reason, and opens it. */
export function ComparisonForm() {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(begin);
  const { act, busy, fields: problems } = useAction();
  const fields: Partial<Record<keyof Chosen, string>> = Object.fromEntries(
    Object.entries(problems).map(([field, text]) => [FIELDS[field] ?? field, text]),
  );
  const submit = async () => {
    await act(async () => {
      const { id } = await call<{ id: string }>('POST', 'comparisons', definitionOf(chosen, today()));
      navigate(`/comparisons/${id}`);
    });
  };
  const input = (field: keyof Chosen, label: string, hint: string, type: 'date' | 'month' | 'text') => (
    <InputField
      problem={fields[field]}
      hint={hint}
      label={label}
      onChange={(value) => setChosen({ ...chosen, [field]: value })}
      {...(type === 'text' ? { minRows: 2, multiline: true } : { type })}
      value={chosen[field]}
    />
  );
  return (
    <FinanceForm action="Compare" busy={busy} onSubmit={submit}>
      <InputField
        label="Compare"
        onChange={(value) => setChosen({ ...chosen, basis: value as Chosen['basis'] })}
        value={chosen.basis}
        choices={[
          ['balances', 'Balances owed to agents'],
          ['rewards', 'Rewards of certain months, as known at two moments'],
        ]}
      />
      {chosen.basis === 'rewards' && (
        <>
          {input('monthFrom', 'First month', 'By invoice date.', 'month')}
          {input('monthTo', 'Last month', 'By invoice date, inclusive.', 'month')}
        </>
      )}
      {input('from', 'First moment', 'The end of this day.', 'date')}
      {input('to', 'Second moment', 'The end of this day. Today means now.', 'date')}
      {input('reason', 'Reason', 'Shown with the comparison.', 'text')}
    </FinanceForm>
  );
}
