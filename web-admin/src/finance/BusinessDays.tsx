import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../api/http.ts';
import { date } from '../format/format.ts';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Wide } from '../record/Wide.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { type ListChange, ListChanges } from './ListChanges.tsx';

interface DayChange extends ListChange {
  readonly day: string;
  readonly name?: string;
}

interface Days {
  readonly holidays: readonly { readonly day: string; readonly name: string; readonly isExtra: boolean }[];
  readonly changes: readonly DayChange[];
}

const told = ({ day, name }: DayChange): string =>
  name ? `${date(day)} is no business day, ${name}` : `${date(day)} is a business day again`;

/** The days of this year and the next on which nothing can be paid. */
export function BusinessDays({ mayChange }: { mayChange: boolean }) {
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
          Add a day
        </Button>
      )}
      <Wide>
        <table className="plain-table">
          <caption className="sr-only">Days on which banks do not work</caption>
          <tbody>
            {data.holidays.map(({ day, name, isExtra }) => (
              <tr key={day}>
                <th scope="row">{date(day)}</th>
                <td>{name}</td>
                <td>
                  {isExtra && mayChange && (
                    <Button
                      aria-label={`Take back ${date(day)}`}
                      onClick={() => setChanging({ day, isExtra })}
                      size="small"
                    >
                      Take back
                    </Button>
                  )}
                </td>
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
