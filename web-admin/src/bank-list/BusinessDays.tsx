import type { BusinessDays as Days } from '@fynbos/api/reward-policy/answers.ts';
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

interface DayChange extends ListChange {
  readonly day: string;
  readonly name?: string;
}

const told = ({ day, name }: DayChange): Wording => [
  name ? '%{day} is no business day, %{name}' : '%{day} is a business day again',
  { day: date(day), name: name ?? '' },
];

/** Days of this year and the next without payments. */
export function BusinessDays({ mayChange }: { mayChange: boolean }) {
  const say = useSay();
  const [changing, setChanging] = useState<{ day: string; isExtra: boolean } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['business-days'],
    queryFn: ({ signal }) => get<Days>('business-days', signal),
  });
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting rows={12} />;
  return (
    <>
      {mayChange && (
        <Button onClick={() => setChanging({ day: '', isExtra: false })} variant="outlined">
          <T>Add a day</T>
        </Button>
      )}
      <Wide>
        <table className="plain-table">
          <caption className="sr-only">
            <T>Days on which banks do not work</T>
          </caption>
          <tbody>
            {data.holidays.map(({ day, name, isExtra }) => (
              <tr key={day}>
                <th scope="row">{date(day)}</th>
                <td>{name}</td>
                <td>
                  {isExtra && mayChange && (
                    <Button
                      aria-label={say('Take back %{day}', { day: date(day) })}
                      onClick={() => setChanging({ day, isExtra })}
                      size="small"
                    >
                      <T>Take back</T>
                    </Button>
                  )}
                </td>
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
          bodyOf={({ day, name }) => ({ day, name: changing.isExtra ? null : (name ?? '') })}
          explanation={
            changing.isExtra
              ? 'The day is a business day again: runs may pay on it.'
              : 'No run can be proposed to pay on this day, and files that do are refused by the check.'
          }
          fields={[
            { name: 'day', label: 'Day', type: 'date', value: changing.day },
            ...(changing.isExtra ? [] : [{ name: 'name', label: 'What it is', hint: 'For instance: Election day' }]),
          ]}
          onClose={() => setChanging(null)}
          path="business-days"
          title={changing.isExtra ? 'Take the day back' : 'Add a day on which banks do not work'}
        />
      )}
    </>
  );
}
